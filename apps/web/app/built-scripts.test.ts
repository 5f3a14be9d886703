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
