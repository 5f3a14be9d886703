import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { isUuid } from '../uuid.ts';
import { type CompanyChange, checkChange, planChange } from './company-change.ts';
import { findCompanyStates, writeCompanyChanges } from './company-states.ts';

/**
 * Suspends, resumes, closes or reopens a company or changes its limits. A change names the revision of the settings it
 * was made on. Closing takes the name of the company, typed.
 *
 * @throws AppError `company.not_found`, `company.changed_meanwhile` (detail: what holds now), `company.not_possible_now`,
 *   `platform.bad_input`
 */
export async function changeCompany(
  { platform }: { platform: Kysely<DB> },
  input: {
    actor: PlatformActor;
    companyId: string;
    revision: number;
    change: CompanyChange;
    /** For closing. */
    confirmation?: string;
    now?: Date;
  },
): Promise<{ revision: number }> {
  const { actor, companyId, revision, change, confirmation, now = new Date() } = input;
  demandOnPlatform(actor, 'companies.change');
  checkChange(change);
  const notFound = () => new AppError('company.not_found');
  if (!isUuid(companyId)) throw notFound();
  return platform.transaction().execute(async (trx) => {
    const [company] = await findCompanyStates(trx, [companyId], { lock: true });
    if (!company) throw notFound();
    if (company.revision !== revision)
      throw new AppError('company.changed_meanwhile', {
        of: 'platform',
        revision: company.revision,
        status: company.state.status,
        limits: company.state.limits,
      });
    if (change.kind === 'close' && plain(confirmation ?? '') !== plain(company.name))
      throw new AppError('platform.bad_input', {
        fields: { confirmation: fieldText('type_company') },
      });
    const plan = planChange(company.state, change, now);
    if ('why' in plan) throw new AppError('company.not_possible_now', { why: plan.why });
    await writeCompanyChanges(trx, actor, change.kind, [{ company, next: plan.next }]);
    return { revision: company.revision + 1 };
  });
}

/** Spaces at the ends and how letters are composed are not what a person confirms. */
const plain = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
