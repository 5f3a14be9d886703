import { say } from '../say.ts';
import { CommandError } from './command-error.ts';

/** Stands in for `read-pictures.ts` in the kit, which has no engine. @throws CommandError always */
export function readPictures(): never {
  throw new CommandError(say('cli.plugin.no_engine'));
}
