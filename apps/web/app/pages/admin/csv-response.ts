import { streamed } from '../../../server/http/streamed.ts';
import type { Log } from '../../../server/log.ts';

/** Sends what is made piece by piece, as fast as it is taken. */
export async function csvResponse(
  source: AsyncIterable<Uint8Array>,
  { name, log }: { name: string; log: Log },
): Promise<Response> {
  return new Response(await streamed(source, log), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
