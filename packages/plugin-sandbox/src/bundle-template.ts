import { build } from 'esbuild';

/**
 * The classic script of a template, as the sandbox runs it: the kit's template reader with the template in it.
 * @param template of the kit's `templateSchema`; becomes a literal, nothing of it is run
 */
export async function bundleTemplate(template: unknown): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { templateReader } from '@readout/plugin-kit';\nexport default templateReader(${JSON.stringify(template)});`,
      resolveDir: import.meta.dirname,
      loader: 'js',
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'readoutPlugin',
    platform: 'neutral',
    target: 'es2023',
    minify: true,
    charset: 'utf8',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
