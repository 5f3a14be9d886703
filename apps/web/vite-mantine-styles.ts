import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const classOfMantine = /\bm_[0-9a-f]{6,8}\b/g;

/** Ends a build whose pages use a component of Mantine without its styles, or hold up their first paint for styles nothing uses. */
export function mantineStylesAreThoseUsed(): Plugin {
  return {
    name: 'readout:mantine-styles-are-those-used',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const code = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''));
      const used = new Set(code.join('\n').match(classOfMantine));
      const imported = new Set([...this.getModuleIds()].map(componentOf));
      for (const [component, classes] of stylesOfComponents()) {
        const isUsed = classes.some((each) => used.has(each));
        if (isUsed === imported.has(component)) continue;
        this.error(
          isUsed
            ? `Neither of app/theme/{mantine,component}-styles.ts has ${component}.css.`
            : `app/theme has ${component}.css, which nothing uses.`,
        );
      }
    },
  };
}

const componentOf = (moduleId: string): string | undefined =>
  /@mantine\/core\/styles\/(\w+)\.css/.exec(moduleId)?.[1];

/** Classes in each style sheet of a component; those of no component have none. */
function stylesOfComponents(): [component: string, classes: string[]][] {
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
    'styles',
  );
  return readdirSync(folder)
    .filter((file) => /^\w+\.css$/.test(file))
    .map((file): [string, string[]] => [
      path.basename(file, '.css'),
      readFileSync(path.join(folder, file), 'utf8').match(classOfMantine) ?? [],
    ])
    .filter(([, classes]) => classes.length > 0);
}
