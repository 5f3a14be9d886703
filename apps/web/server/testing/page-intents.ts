import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../config.ts';

/** What the forms of a page may send. */
export interface PageForms {
  intents: Set<string>;
  fields: Set<string>;
}

const pagesFolder = path.join(rootFolder, 'apps/web/app') + path.sep;
const read = new Map<string, PageForms & { imports: string[] }>();

/**
 * What the action of a route tells apart (`actionOf`) and reads (`form`, `fieldsOf`), in its module or in one of the
 * pages' that it is made of; rather too much than too little.
 *
 * @param file the route's module without its ending
 */
export function formsOf(file: string): PageForms {
  const start = found(file);
  if (!start) throw new Error(`${file} is no module.`);
  const seen = new Set([start]);
  for (const module of seen) for (const next of formsIn(module).imports) seen.add(next);
  const all = [...seen].map(formsIn);
  return {
    intents: new Set(all.flatMap(({ intents }) => [...intents])),
    fields: new Set(all.flatMap(({ fields }) => [...fields])),
  };
}

function formsIn(module: string): PageForms & { imports: string[] } {
  const known = read.get(module);
  if (known) return known;
  const source = readFileSync(module, 'utf8');
  const names = (pattern: RegExp) => new Set([...source.matchAll(pattern)].map(([, name = '']) => name));
  const imports = names(/\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"?]+)['"]/g);
  const takes = (how: string) => new RegExp(`\\b${how}\\(`).test(source) && source.includes('form.server');
  const forms = {
    intents: takes('actionOf') ? names(/^ {2,8}'?([a-z][a-z_-]*)'?: \w+\(/gm) : new Set<string>(),
    fields:
      takes('form') || takes('fieldsOf')
        ? names(/\b([a-z]\w*): (?:text|secret|flag|yes|texts|number|wholeNumber|json|oneOf)\b/gi)
        : new Set<string>(),
    imports: [...imports].flatMap((name) => found(path.resolve(path.dirname(module), name)) ?? []),
  };
  if (takes('actionOf') && forms.intents.size === 0) throw new Error(`${module} names no intents.`);
  read.set(module, forms);
  return forms;
}

/** A module of the pages: what lies behind them has no forms. */
const found = (file: string): string | undefined =>
  [file, `${file}.ts`, `${file}.tsx`].find(
    (each) => /\.tsx?$/.test(each) && each.startsWith(pagesFolder) && existsSync(each),
  );
