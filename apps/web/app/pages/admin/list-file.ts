import type { PlatformActor } from '@readout/domain/platform-actor';
import type { LoaderFunctionArgs } from 'react-router';
import { streamed } from '../../../server/http/streamed.ts';
import type { Services } from '../../../server/services.ts';
import { orProblemPage } from '../../problems/page-problem.ts';
import { requirePlatform } from '../../session.ts';

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' };

/** The loader of a list as a file: sends what is made piece by piece, as fast as it is taken. */
export const listFile =
  (
    name: string,
    ending: keyof typeof mediaTypes,
    made: (
      deps: { platform: Services['db']['platform'] },
      actor: PlatformActor,
      request: Request,
    ) => Promise<AsyncIterable<Uint8Array>>,
  ) =>
  async ({ context, request }: LoaderFunctionArgs): Promise<Response> => {
    const { services, actor } = requirePlatform(context, request);
    const pieces = await orProblemPage(made({ platform: services.db.platform }, actor, request));
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await streamed(pieces, services.log), {
      headers: {
        'content-type': mediaTypes[ending],
        'content-disposition': `attachment; filename="${name}-${day}.${ending}"`,
        'cache-control': 'no-store',
      },
    });
  };
