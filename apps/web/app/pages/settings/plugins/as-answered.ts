import type { Installation } from '@readout/domain/plugins/list-installations';
import type { PluginAnswer } from './plugin-action.server.ts';

/**
 * The installation on the revision one's own last change made it: the page is loaded again only after its answer is there,
 * and anyone quick would be told that somebody else changed it.
 */
export function asAnswered(installation: Installation, answer: PluginAnswer | undefined): Installation {
  const revision = answer?.done?.plugin === installation.plugin ? (answer.done.revision ?? 0) : 0;
  return revision > installation.revision && installation.revision > 0
    ? { ...installation, revision }
    : installation;
}
