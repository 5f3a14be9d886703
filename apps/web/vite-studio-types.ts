import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const virtualId = 'virtual:studio-types';
const kitFolder = fileURLToPath(new URL('../../packages/plugin-kit/src/', import.meta.url));
const libName = /^lib\.(es5|decorators|decorators\.legacy|es20(1[5-9]|2[0-3])(\.[a-z]+)*)\.d\.ts$/;

/** What a plugin finds besides the language and the kit: `console`, of which the studio shows the lines. */
const ambient = `interface Console { log(...values: unknown[]): void; info(...values: unknown[]): void; warn(...values: unknown[]): void; error(...values: unknown[]): void; }
/** Shown in the studio; nothing reads it where the plugin is at work. */
declare const console: Console;
`;

/**
 * Files the studio's type service knows, by their path there: the language's own declarations, the kit as it is built
 * with this server, and nothing of a browser or of Node, because a plugin has neither.
 */
export function studioTypes(): Plugin {
  return {
    name: 'readout:studio-types',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      const { getLibFiles } = await import('@ts-morph/common');
      const files: Record<string, string> = { '/readout.d.ts': ambient };
      for (const { fileName, text } of getLibFiles())
        if (libName.test(fileName)) files[`/${fileName}`] = text;
      const waiting = ['index.ts'];
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        if (files[`/kit/${name}`] !== undefined) continue;
        const text = readFileSync(path.join(kitFolder, name), 'utf8');
        this.addWatchFile(path.join(kitFolder, name));
        files[`/kit/${name}`] = text;
        for (const [, from = ''] of text.matchAll(/from '(\.[^']+)'/g))
          waiting.push(path.posix.join(path.posix.dirname(name), from));
      }
      return `export default ${JSON.stringify(files)};`;
    },
  };
}

const kitScriptId = 'virtual:plugin-kit-script';

/** The kit as the script that programs of the studio are run with. */
export function pluginKitScript(): Plugin {
  return {
    name: 'readout:plugin-kit-script',
    resolveId: (id) => (id === kitScriptId ? `\0${kitScriptId}` : undefined),
    async load(id) {
      if (id !== `\0${kitScriptId}`) return undefined;
      const { kitScript } = await import('@readout/plugin-sandbox/bundle');
      return `export default ${JSON.stringify(await kitScript())};`;
    },
  };
}
