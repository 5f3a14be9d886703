import {
  type BulkCompanyChange,
  previewBulkCompanies,
  runBulkCompanies,
  undoBulkCompanies,
} from '@readout/domain/platform/bulk-companies';
import type { CompanyState, WhyNoChange } from '@readout/domain/platform/company-change';
import { createCompany } from '@readout/domain/platform/create-company';
import { findCompanyIds } from '@readout/domain/platform/list-companies';
import { maxBulkItems } from '@readout/domain/platform/rules';
import type { PlatformActor } from '@readout/domain/platform-actor';
import { fileSize } from '@readout/texts/numbers';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { Services } from '../../../../server/services.ts';
import { actionOf, form, oneOf, text, type Values } from '../../../forms/form.server.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { chosen, chosenIds } from '../chosen.server.ts';
import { LIMIT_FIELDS, type LimitField, limitsOf } from './limits.ts';
import { companyList } from './list.ts';

export const limitFields = Object.fromEntries(LIMIT_FIELDS.map((name) => [name, text])) as Record<
  LimitField,
  typeof text
>;

const selected = { ...chosen, change: oneOf(companyList.changes), reason: text, ...limitFields };
type Asked = Values<typeof selected>;

/** What the list's forms ask for. */
export function companiesAction(services: Services, actor: PlatformActor, request: Request) {
  const { platform } = services.db;
  const show = (asked: Asked) => preview(platform, actor, request, asked);
  return actionOf(request, {
    create: form({ name: text, ownerEmail: text }, async (company) => {
      const { firstPlugins, mailer } = services;
      const { companyId, inviteUrl } = await createCompany(
        { platform, mailer, firstPlugins },
        { actor, ...company },
      );
      return { companyId, inviteUrl, ...company };
    }),
    preview: form(selected, show),
    run: form(
      selected,
      async (asked) => {
        const { change } = asked;
        const result = await runBulkCompanies(
          { platform },
          { actor, ids: chosenIds(asked), change: toChange(asked) },
        );
        return { change, ...result };
      },
      (_, asked) => show(asked),
    ),
    undo: form({ bulkId: text }, ({ bulkId }) => undoBulkCompanies({ platform }, { actor, bulkId })),
  });
}

function toChange({ change: kind, reason, ...typed }: Asked): BulkCompanyChange {
  if (kind === 'suspend') return { kind, reason };
  if (kind === 'resume') return { kind };
  const limits = Object.entries(limitsOf(typed, currentLocale()));
  return { kind, limits: Object.fromEntries(limits.filter(([, value]) => value !== undefined)) };
}

/** What would happen. Nothing is entered yet at first, so what is missing is no mistake. */
async function preview(
  platform: Services['db']['platform'],
  actor: PlatformActor,
  request: Request,
  asked: Asked,
) {
  const { change } = asked;
  const ids = asked.everything
    ? await findCompanyIds(platform, companyList.query(request), maxBulkItems + 1)
    : chosenIds(asked);
  const isEmpty = change === 'limits' && LIMIT_FIELDS.every((name) => asked[name] === '');
  const { changes, unchanged } = await previewBulkCompanies(
    { platform },
    {
      actor,
      ids,
      // Without limits the present ones: nothing changes, everything is listed.
      change: isEmpty ? { kind: 'resume' } : toChange({ ...asked, reason: asked.reason || 'to be said' }),
    },
  );
  return {
    change,
    ids,
    typed: asked,
    isEmpty,
    changes: isEmpty ? [] : changes.map(({ id, name, from, to }) => ({ id, name, note: noteOf(from, to) })),
    unchanged: isEmpty ? [] : unchanged.map(({ id, name, why }) => ({ id, name, note: whyOf(why) })),
  };
}

const whyOf = (why: WhyNoChange): string =>
  textsIn(currentLocale())('admin.companies.why_unchanged', { why });

const COUNTED_LIMITS = [
  'maxMembers',
  'maxCapturesPerMonth',
  'maxReadingSecondsPerDay',
  'maxReadingSecondsPerPage',
  'maxRereadsPerDay',
] as const;

/** In English `25 to 50 members`. */
function noteOf(from: CompanyState, to: CompanyState): string {
  const locale = currentLocale();
  const text = textsIn(locale);
  const notes: string[] = [];
  if (from.status !== to.status)
    notes.push(text('admin.companies.status_change', { from: from.status, to: to.status }));
  const [a, b] = [from.limits, to.limits];
  for (const limit of COUNTED_LIMITS)
    if (a[limit] !== b[limit])
      notes.push(text('admin.companies.limit_change', { limit, from: a[limit], to: b[limit] }));
  if (a.maxBytes !== b.maxBytes)
    notes.push(
      text('admin.companies.storage_change', {
        from: fileSize(a.maxBytes, locale),
        to: fileSize(b.maxBytes, locale),
      }),
    );
  return notes.join(', ');
}
