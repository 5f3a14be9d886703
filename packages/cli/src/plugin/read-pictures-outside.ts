import { say } from '../say.ts';
import { CommandError } from './command-error.ts';

/** In place of `read-pictures.ts` where there is no engine. @throws CommandError always */
export function readPictures(): never {
  throw new CommandError(say('cli.plugin.no_engine'));
}
