import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What looks like the name of an intent, by module; rather too many than one too few. */
const named = new Map<string, string[]>();
const imported = new Map<string, string[]>();

/** Every intent that the module of a route, or one of the application that it is made of, names. @param file without its ending */
export function intentsOf(file: string): Set<string> {
  const start = found(file);
  if (!start) throw new Error(`${file} is no module.`);
  const seen = new Set([start]);
  for (const module of seen) for (const next of importsOf(module)) seen.add(next);
  return new Set([...seen].flatMap((module) => named.get(module) ?? []));
}

function importsOf(module: string): string[] {
  const known = imported.get(module);
  if (known) return known;
  const source = readFileSync(module, 'utf8');
  named.set(
    module,
    [
      ...source.matchAll(/\b(?:case|intent=|intent ===|value=|intent:) ?\{?['"]([a-z][a-z_-]+)['"]/g),
      ...source.matchAll(/^ {2,4}'?([a-z][\w-]+)'?: (?:async )?\(/gm),
    ].map((match) => match[1] ?? ''),
  );
  const files = [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)['"]/g)].flatMap(
    ([, name = '']) => found(path.resolve(path.dirname(module), name)) ?? [],
  );
  imported.set(module, files);
  return files;
}

const found = (file: string): string | undefined =>
  [file, `${file}.ts`, `${file}.tsx`].find((each) => /\.tsx?$/.test(each) && existsSync(each));
