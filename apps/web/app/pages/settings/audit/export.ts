import { exportAuditEvents } from '@readout/domain/audit/export-audit-events';
import { type AuditFormat, auditFormats } from '@readout/domain/audit/rules';
import { foreseen, problemResponse } from '../../../../server/http/problem.ts';
import { streamed } from '../../../../server/http/streamed.ts';
import { requireMember } from '../../../session.ts';
import { timeZoneOf } from '../../../time-zone.ts';
import type { Route } from './+types/export';
import { parseAuditFilter } from './audit-filter.ts';

/** The audit list of the address as a file, made while it is sent. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  const params = new URL(request.url).searchParams;
  const format = (params.get('format') ?? 'csv') as AuditFormat;
  const filter = parseAuditFilter(params, timeZoneOf(request.headers.get('cookie')));
  try {
    const source = await exportAuditEvents({ db: services.db.app }, { scope, filter, format });
    const { mediaType, ending } = auditFormats[format];
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await streamed(source, services.log), {
      headers: {
        'content-type': mediaType,
        'content-disposition': `attachment; filename="readout-audit-${day}.${ending}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    const known = foreseen(error);
    if (!known) throw error;
    return problemResponse(known);
  }
}
