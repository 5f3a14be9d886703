import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const assets = new URL('../build/client/assets/', import.meta.url);

/** The built scripts by name. `npm test` builds before. */
function builtScripts(): Map<string, string> {
  const names = readdirSync(fileURLToPath(assets)).filter((name) => /\.m?js$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(new URL(name, assets), 'utf8')]));
}

test('nothing imports a file that a worker starts from: WebKit would evaluate it twice', () => {
  const scripts = builtScripts();
  const texts = [...scripts];
  const started = new Set(
    texts.flatMap(([, text]) =>
      [...text.matchAll(/new (?:Shared)?Worker\(new URL\([`'"]\/assets\/([^`'"]+)[`'"]/g)].map(
        ([, name]) => name!,
      ),
    ),
  );
  // Reader, scanner, sandbox, regions, stills, watches, and the studio's types and bundles.
  expect(started.size).toBeGreaterThanOrEqual(8);
  const importers = [...started].flatMap((entry) =>
    texts
      .filter(([, text]) =>
        new RegExp(`(?:from|import)\\s*\\(?\\s*[\`'"]\\./${RegExp.escape(entry)}`).test(text),
      )
      .map(([name]) => `${name} imports ${entry}`),
  );
  expect(importers).toEqual([]);
});

interface Manifest {
  routes: Record<string, { parentId?: string; css?: string[] }>;
}

/** The names of the sheets that the first paint of each page waits for, in their order. */
function sheetsOfPages(): Map<string, string[]> {
  const list = [...builtScripts().values()].find((text) => text.startsWith('window.__reactRouterManifest'))!;
  const { routes } = JSON.parse(list.slice(list.indexOf('{'), list.lastIndexOf('}') + 1)) as Manifest;
  const chainOf = (id: string | undefined): string[] =>
    id === undefined ? [] : [...chainOf(routes[id]!.parentId), id];
  return new Map(
    Object.keys(routes).map((id) => [
      id,
      [...new Set(chainOf(id).flatMap((each) => routes[each]!.css ?? []))].map((address) =>
        address.replace(/^\/assets\/|-[\w-]{8}\.css/g, ''),
      ),
    ]),
  );
}

test('pages for everybody do without the styles of members’ pages, which none links twice', () => {
  const sheets = sheetsOfPages();
  const open = [...sheets].filter(([id]) =>
    /^pages\/(?:index|changelog|docs.*|privacy-policy|tos|licences)\/page$/.test(id),
  );
  expect(open.length).toBeGreaterThanOrEqual(8);
  for (const [id, names] of open) {
    expect(names[0], id).toBe('base');
    expect(names, id).not.toContain('components');
    // Its own beside those of all pages.
    expect(names.length, id).toBeLessThanOrEqual(2);
  }
  for (const id of ['pages/auth/sign-in/page', 'pages/dashboard/page', 'pages/app/index/page'])
    expect(sheets.get(id)!.slice(0, 2), id).toEqual(['base', 'components']);
  // A sheet with a mark behind its name is linked again by what is loaded later, behind those of the page.
  expect([...sheets.values()].flat().filter((name) => /^(?:base|components).*#/.test(name))).toEqual([]);
});

test('no page brings what speaks to the database into the browser, where its scripts would not start', () => {
  const withDriver = [...builtScripts()].filter(([, text]) =>
    text.includes('Connection terminated unexpectedly'),
  );
  expect(withDriver.map(([name]) => name)).toEqual([]);
});

test('no page brings queries into the browser', () => {
  // The query builder knows its nodes by such names; the schemas are those of our migrations.
  const signs =
    /SelectQueryNode|\b(?:from|join|into|update)\s+(?:app|auth|platform)\.[a-z_]+|platform_companies/i;
  const withQueries = [...builtScripts()].flatMap(([name, text]) => {
    const sign = signs.exec(text)?.[0];
    return sign ? [`${name}: ${sign}`] : [];
  });
  expect(withQueries).toEqual([]);
});

test('everything the pages and the server are made of stands on the page of licences', () => {
  const built = JSON.parse(readFileSync(new URL('../build/licences.json', import.meta.url), 'utf8'));
  expect(built.problems).toEqual([]);
  expect(built.notices.length).toBeGreaterThan(100);
});
