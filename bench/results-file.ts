import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./results/', import.meta.url));

/** Writes `bench/results/<name>.json` and `.md`: figures with the machine and versions they were taken on. */
export async function writeResults(
  name: string,
  title: string,
  figures: Record<string, unknown>,
  table: string,
): Promise<void> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    readout: version,
    takenAt: new Date().toISOString(),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}${name}.json`, `${JSON.stringify({ machine, ...figures }, null, 2)}\n`);
  const where = `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, ${machine.takenAt.slice(0, 10)}`;
  const text = `# ${title}\n\n${table.trim()}\n\nTaken on ${where}.\n`;
  await writeFile(`${folder}${name}.md`, text);
  console.log(`\n${text}`);
}
