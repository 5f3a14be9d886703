import { readFile } from 'node:fs/promises';
import path from 'node:path';

const imports = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;

/**
 * A plugin of this repository as one file, which is what the studio opens: the files that `index.ts` imports before what
 * imports them, comments kept, one import of the kit. They are written so that no name stands in two of them.
 * @param folder with `index.ts`
 */
export async function oneFileSource(folder: string): Promise<string> {
  const ofKit = new Set<string>();
  const bodies: string[] = [];
  const seen = new Set<string>();
  const add = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(path.join(folder, file), 'utf8');
    for (const [, isType, names = '', from = ''] of text.matchAll(imports)) {
      if (from.startsWith('.')) await add(path.normalize(from));
      else
        for (const name of names.split(',').map((each) => each.trim()))
          if (name) ofKit.add(isType && !name.startsWith('type ') ? `type ${name}` : name);
    }
    const body = text
      .replaceAll(imports, '')
      .replaceAll(/^\/\/ cspell:.*\n/gm, '')
      .trim();
    bodies.push(file === 'index.ts' ? body : `// ${file}\n\n${body.replaceAll(/^export (?!default)/gm, '')}`);
  };
  await add('index.ts');
  // What one file imports as a type and another as a value is a value.
  const names = [...ofKit].filter((name) => !(name.startsWith('type ') && ofKit.has(name.slice(5))));
  const sorted = names.sort((a, b) => (a.replace('type ', '') < b.replace('type ', '') ? -1 : 1));
  return `import {\n${filled(sorted)}} from '@readout/plugin-kit';\n\n${bodies.join('\n\n')}\n`;
}

/** Names in lines of at most 100 characters. */
function filled(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 98) lines[lines.length - 1] = `${last} ${name},`;
    else lines.push(`  ${name},`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
