import {
  type BulkCompanyChange,
  previewBulkCompanies,
  runBulkCompanies,
  undoBulkCompanies,
} from '@readout/domain/platform/bulk-companies';
import type { CompanyState, WhyNoChange } from '@readout/domain/platform/company-change';
import { createCompany } from '@readout/domain/platform/create-company';
import { findCompanyIds } from '@readout/domain/platform/list-companies';
import type { PlatformActor } from '@readout/domain/platform/platform-actor';
import { maxBulkItems } from '@readout/domain/platform/rules';
import { currentLocale } from '../../../../server/request/locale.ts';
import type { Services } from '../../../../server/services.ts';
import { fileSize } from '../../../ui/numbers.ts';
import { textsIn } from '../../../ui/texts.tsx';
import { bytesOfGigabytes, parseWholeNumber, texts } from '../forms.ts';
import { refusedForm } from '../refused.server.ts';
import { type CompaniesAnswer, LIMIT_FIELDS, type LimitField } from './answer.ts';
import { companyQuery } from './filter.ts';

/** What the list's forms ask for. */
export async function companiesAction(
  services: Services,
  actor: PlatformActor,
  request: Request,
): Promise<CompaniesAnswer | ReturnType<typeof refusedForm>> {
  const form = await request.formData();
  const intent = String(form.get('intent') ?? '');
  const { platform } = services.db;
  const typed = texts(form, ['name', 'ownerEmail', 'reason', ...LIMIT_FIELDS]);
  try {
    switch (intent) {
      case 'create':
        return {
          created: {
            ...(await createCompany(
              { platform, mailer: services.mailer, firstPlugins: services.firstPlugins },
              { actor, name: typed.name, ownerEmail: typed.ownerEmail },
            )),
            name: typed.name.trim(),
            ownerEmail: typed.ownerEmail.trim(),
          },
        };
      case 'preview':
        return { bulk: await preview(platform, actor, request, form, typed) };
      case 'run': {
        const { change, reason, ids } = asked(form, typed);
        try {
          const result = await runBulkCompanies(
            { platform },
            { actor, ids, change: toChange(change, reason, typed) },
          );
          return { ran: { change, ...result } };
        } catch (error) {
          return {
            bulk: await preview(platform, actor, request, form, typed),
            ...dataOf(refusedForm(error, 'run', typed)),
          };
        }
      }
      case 'undo':
        return {
          undone: await undoBulkCompanies({ platform }, { actor, bulkId: String(form.get('bulkId') ?? '') }),
        };
      default:
        return {};
    }
  } catch (error) {
    return refusedForm(error, intent, typed);
  }
}

type Typed = Record<'reason' | LimitField, string>;
type ChangeKind = BulkCompanyChange['kind'];

const dataOf = (refused: ReturnType<typeof refusedForm>) => refused.data;

function asked(form: FormData, typed: Typed) {
  const change =
    (['suspend', 'resume', 'limits'] as const).find((kind) => kind === form.get('change')) ?? 'suspend';
  const ids = [...form.getAll('id').map(String), ...String(form.get('ids') ?? '').split(/\s+/)].filter(
    Boolean,
  );
  return { change, reason: typed.reason, ids };
}

function toChange(kind: ChangeKind, reason: string, typed: Typed): BulkCompanyChange {
  if (kind === 'suspend') return { kind, reason };
  if (kind === 'resume') return { kind };
  const limits = {
    maxMembers: parseWholeNumber(typed.maxMembers),
    maxCapturesPerMonth: parseWholeNumber(typed.maxCapturesPerMonth),
    maxBytes: bytesOfGigabytes(typed.maxGigabytes, currentLocale()),
    maxReadingSecondsPerDay: parseWholeNumber(typed.maxReadingSecondsPerDay),
    maxReadingSecondsPerPage: parseWholeNumber(typed.maxReadingSecondsPerPage),
    maxRereadsPerDay: parseWholeNumber(typed.maxRereadsPerDay),
  };
  return {
    kind,
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}

/** What would happen. Nothing is entered yet at first, so what is missing is no mistake. */
async function preview(
  platform: Services['db']['platform'],
  actor: PlatformActor,
  request: Request,
  form: FormData,
  typed: Typed,
) {
  const { change, reason, ids: chosen } = asked(form, typed);
  const ids = form.has('everything')
    ? await findCompanyIds(platform, companyQuery(request), maxBulkItems + 1)
    : chosen;
  const isEmpty = change === 'limits' && LIMIT_FIELDS.every((name) => typed[name].trim() === '');
  const { changes, unchanged } = await previewBulkCompanies(
    { platform },
    {
      actor,
      ids,
      // Without limits the present ones: nothing changes, everything is listed.
      change: isEmpty ? { kind: 'resume' } : toChange(change, reason.trim() || 'to be said', typed),
    },
  );
  return {
    change,
    ids,
    typed,
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
