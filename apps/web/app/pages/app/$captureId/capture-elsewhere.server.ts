import { getCapture } from '@readout/domain/captures/get-capture';
import { foreseen } from '../../../../server/http/problem.ts';
import { type MemberSession, scopeOf } from '../../../../server/request/scope-of.ts';
import type { Services } from '../../../../server/services.ts';

/**
 * Which other company of the person a capture belongs to, as far as they may see it there. Undefined also for anyone who acts
 * as somebody: they are in the one company they opened.
 */
export async function captureElsewhere(
  { db, plugins }: Services,
  session: MemberSession,
  { captureId, ipAddress }: { captureId: string; ipAddress: string },
): Promise<{ id: string; name: string } | undefined> {
  if (session.impersonatedBy) return undefined;
  for (const { id, name, role } of session.companies) {
    if (id === session.company.id) continue;
    const there = { ...session, company: { ...session.company, id }, role };
    try {
      await getCapture({ db: db.app, plugins }, { scope: scopeOf(there, ipAddress), captureId });
      return { id, name };
    } catch (error) {
      if (foreseen(error)?.kind !== 'not_found') throw error;
    }
  }
  return undefined;
}
