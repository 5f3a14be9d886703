import { AppError } from '@readout/domain/errors';
import { problemPage } from '../../problems/page-problem.ts';
import { refusedAction } from '../../problems/refused-action.server.ts';

const ofTheRole = ['platform.role_not_allowed', 'platform.admin_only'];

/** What the viewer's role does not include is refused with a page: the form, and its place for the answer, is not on theirs. */
export function throwRoleRefusal(error: unknown): void {
  if (error instanceof AppError && ofTheRole.includes(error.code)) throw problemPage(error);
}

/** The answer of an action of the administration that was refused; rethrows what was not foreseen. */
export function refusedForm(error: unknown, intent: string, typed: Record<string, string> = {}) {
  throwRoleRefusal(error);
  return refusedAction(error, intent, typed);
}
