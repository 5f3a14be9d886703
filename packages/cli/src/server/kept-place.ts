import { readFile, rename, writeFile } from 'node:fs/promises';
import { CommandError, cannotRead, cannotWrite } from '../plugin/command-error.ts';
import { say } from '../say.ts';

/** Up to where the events of a server were carried out. */
interface Place {
  /** Its origin: another server has other numbers. */
  server: string;
  sequence: number;
}

/**
 * @returns undefined where nothing was kept yet
 * @throws CommandError where the file is of another server, or no such file at all
 */
export async function readPlace(file: string, server: string): Promise<number | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cannotRead(file, error);
  }
  const kept = parse(text);
  if (!kept) throw new CommandError(say('cli.listen.bad_state', { file }));
  if (kept.server !== server)
    throw new CommandError(say('cli.listen.state_of_other', { file, server: kept.server }));
  return kept.sequence;
}

/** The file is always whole: until then it has another name. @throws CommandError */
export async function keepPlace(file: string, place: Place): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await writeFile(unfinished, `${JSON.stringify(place)}\n`, { mode: 0o600 });
    await rename(unfinished, file);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function parse(text: string): Place | undefined {
  try {
    const { server, sequence } = JSON.parse(text) as Partial<Place>;
    return typeof server === 'string' && Number.isSafeInteger(sequence)
      ? { server, sequence: sequence! }
      : undefined;
  } catch {
    return undefined;
  }
}
