import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ReaderInput } from '@readout/plugin-kit';
import { kitScript } from '@readout/plugin-sandbox/bundle';
import { build } from 'vite';

/**
 * A page with a text area and nothing else: after the same pause it makes a script of the text as the studio does, runs
 * it by `Function` in the page itself, and writes the value and draws all boxes. No sandbox, no worker, no editor, no types.
 */
export async function createPeer(
  input: ReaderInput,
  pauseMs: number,
): Promise<{ url: string; server: Server }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(
          new URL('../../packages/plugin-sandbox/src/bundle/bundle-browser.ts', import.meta.url),
        ),
        name: 'bundler',
        formats: ['iife'],
        fileName: 'bundler',
      },
    },
  });
  const [output] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (output?.type !== 'chunk') throw new Error('The bundler was not bundled.');
  const scripts: Record<string, string> = {
    '/bundler.js': output.code,
    '/data.js': `var kit = ${JSON.stringify(await kitScript())}; var input = ${JSON.stringify(input)};`,
    '/page.js': `
      const area = document.querySelector('textarea');
      const points = (box) => box.map((point) => point.join(',')).join(' ');
      let timer;
      const run = () => {
        const bundled = bundler.bundlePlugin(area.value, kit);
        if (!bundled.code) return;
        const plugin = new Function('console', bundled.code + '\\nreturn readoutPlugin.default;')({ log() {} });
        const [record] = plugin.read(input);
        const { value, evidence } = record.fields.title;
        document.querySelector('article').innerHTML = '<dl><dd><b></b></dd></dl>';
        document.querySelector('b').textContent = value;
        document.querySelector('svg').innerHTML =
          input.reading.lines.map((line) => '<polygon points="' + points(line.box) + '"/>').join('') +
          evidence.map(({ box }) => '<polygon data-kind="field" points="' + points(box) + '"><title></title></polygon>').join('');
        document.querySelector('title').textContent = 'peer';
        document.querySelector('svg title').textContent = value;
      };
      area.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(run, ${pauseMs}); });`,
  };
  const { width, height } = input.reading.page;
  const page = `<!doctype html><meta charset="utf-8"><title>peer</title><link rel="icon" href="data:,">
<textarea rows="20" cols="100"></textarea><article></article>
<svg viewBox="0 0 ${width} ${height}" width="500" fill="none" stroke="green"></svg>
${Object.keys(scripts)
  .map((name) => `<script src="${name}"></script>`)
  .join('')}`;
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url];
    response
      .writeHead(200, {
        'content-type': script === undefined ? 'text/html' : 'text/javascript; charset=utf-8',
      })
      .end(script ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
