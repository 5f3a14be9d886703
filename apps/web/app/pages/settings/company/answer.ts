import type { CompanySettings } from '@readout/domain/companies/company-settings';
import { data } from 'react-router';
import { foreseen } from '../../../../server/http/problem.ts';
import type { Problem } from '../../../problems/outcome.tsx';
import { refusedAction } from '../../../problems/refused-action.server.ts';

/** What the page's actions answer. */
export interface CompanyAnswer {
  /** Which form was carried out. */
  done?: string;
  problem?: Problem;
  /** What somebody else saved meanwhile, and the revision to save on once that was looked at. */
  meanwhile?: { name?: string; settings?: CompanySettings; revision: number };
}

/** As `refusedAction`; where somebody was faster, with what holds now. */
export function refusedChange(error: unknown, intent: string, typed: Record<string, string> = {}) {
  const refused = refusedAction(error, intent, typed);
  const known = foreseen(error);
  if (known?.code !== 'company.changed_meanwhile')
    return data<CompanyAnswer>(refused.data, refused.init ?? {});
  const { current, revision } = known.detail as { current: Record<string, unknown>; revision: number };
  const meanwhile =
    intent === 'rename'
      ? { name: String(current.name), revision }
      : { settings: current as unknown as CompanySettings, revision };
  return data<CompanyAnswer>({ ...refused.data, meanwhile }, refused.init ?? {});
}
