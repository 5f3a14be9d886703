import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import type { Plugin } from 'vite';

const virtualId = 'virtual:plugin-guide';
const guides = ['plugins.md', 'plugin-reference.md'].map((name) =>
  fileURLToPath(new URL(`../../docs/guides/${name}`, import.meta.url)),
);

/** The guides to plugins, by their sections, as the studio shows them beside the editor. */
export function pluginGuide(): Plugin {
  return {
    name: 'readout:plugin-guide',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      const sections: { title: string; html: string; text: string }[] = [];
      for (const file of guides) {
        this.addWatchFile(file);
        const [, ...parts] = (await readFile(file, 'utf8')).split(/^## /m);
        for (const part of parts) {
          const end = part.indexOf('\n');
          const markdown = part.slice(end).replaceAll(/^#{3,} /gm, '### ');
          const html = await marked.parse(withoutPaths(markdown));
          sections.push({
            title: part.slice(0, end).replaceAll('`', ''),
            html: html.replaceAll('<pre>', '<pre tabindex="0">'),
            text: part.toLowerCase(),
          });
        }
      }
      return `export default ${JSON.stringify(sections)};`;
    },
  };
}

/** Links to other files of the guide lead nowhere in the product: their words stay. */
const withoutPaths = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, '$1');
