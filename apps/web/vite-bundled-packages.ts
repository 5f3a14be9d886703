import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
/** Code that the tools themselves put into bundles. */
const ofTools = /^\0(vite|rolldown)\//;
/** Files are only named by the module that asks for their address. */
const isFile = (id: string): boolean => !/\.([cm]?[jt]sx?|json)$/.test(id.split('?')[0] ?? '');

const found = new Set<string>();

/**
 * Writes `build/bundled-packages.json`: of which packages browsers are sent something, by their places in the lockfile.
 * One instance is for the pages, which writes, and one for the workers, which only looks.
 */
export function bundledPackages(): Plugin {
  return {
    name: 'readout:bundled-packages',
    generateBundle(_options, bundle) {
      if (this.environment.name === 'ssr') return;
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 ? [id] : [],
            )
          : [],
      );
      for (const id of [...modules, ...[...this.getModuleIds()].filter(isFile)]) {
        const folder = packageFolder.exec(id)?.[1];
        const tool = ofTools.exec(id)?.[1];
        if (folder) found.add(path.relative(root, folder));
        else if (tool) found.add(`node_modules/${tool}`);
      }
    },
    writeBundle(options) {
      if (this.environment.name === 'ssr' || !options.dir) return;
      const folder = path.dirname(options.dir);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'bundled-packages.json'), JSON.stringify([...found].sort()));
    },
  };
}
