import { tryVersions, type VersionResults } from '@readout/domain/plugins/try-versions';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import type { Route } from './+types/version-trial';
import { comparedRefs } from './compared-refs.ts';

/** One line of JSON each: how far it is, then what came of it or that it failed. */
export type TrialLine = { done: number; of: number } | { results: VersionResults } | { failed: true };

/** Runs two versions beside each other on the company's captures and tells page by page how far that is. */
export async function loader({ context, request, params: { plugin: pluginId } }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const deps = { db: services.db.app, trials: services.trials };
  const begun = Promise.withResolvers<void>();
  let isRead = true;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (line: TrialLine) => {
        if (isRead) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
      };
      const onProgress = (done: number, of: number) => {
        send({ done, of });
        begun.resolve();
      };
      try {
        const refs = comparedRefs(pluginId, new URL(request.url).searchParams);
        send({ results: await tryVersions(deps, { scope, ...refs, onProgress }) });
      } catch (error) {
        // Before the first line it is the answer itself.
        begun.reject(error);
        send({ failed: true });
      }
      if (isRead) controller.close();
    },
    cancel() {
      isRead = false;
    },
  });
  await orProblemPage(begun.promise);
  return new Response(body, {
    headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
  });
}
