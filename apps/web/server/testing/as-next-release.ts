import { registerHooks } from 'node:module';

// Loaded ahead of the server with `--import`, the address saying how: it then is another release with further migrations.

const { searchParams } = new URL(import.meta.url);
const given = (name: string): string => JSON.stringify(searchParams.get(name));

const changes: { file: string; from: RegExp; to: string }[] = [
  { file: 'release.ts', from: /version\.replace\([^)]*\)/, to: given('release') },
  { file: 'release.ts', from: /(?<=const oldestBeside = )'[^']*'/, to: given('oldest') },
  { file: 'migrate.ts', from: /'\.\.\/migrations'/, to: given('migrations') },
];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const wanted = changes.filter(({ file }) => url.endsWith(`/packages/database/src/${file}`));
    if (wanted.length === 0) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString();
    for (const { file, from, to } of wanted) {
      if (!from.test(source)) throw new Error(`${file} has nothing like ${from} any more.`);
      source = source.replace(from, () => to);
    }
    return { ...loaded, source };
  },
});
