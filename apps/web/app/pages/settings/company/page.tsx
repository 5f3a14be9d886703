import type { SupportScope } from '@readout/domain/actor';
import { closeCompany } from '@readout/domain/companies/close-company';
import { getCompany } from '@readout/domain/companies/get-company';
import { getCompanySettings } from '@readout/domain/companies/get-company-settings';
import { leaveCompany } from '@readout/domain/companies/leave-company';
import { reopenCompany } from '@readout/domain/companies/reopen-company';
import { setActingRefused } from '@readout/domain/companies/set-acting-refused';
import { setRequireTwoFactor } from '@readout/domain/companies/set-require-two-factor';
import { setSupportAccess } from '@readout/domain/companies/set-support-access';
import { updateCompanyProfile } from '@readout/domain/companies/update-company-profile';
import { updateCompanySettings } from '@readout/domain/companies/update-company-settings';
import { whyNot } from '@readout/domain/policy';
import { data, redirectDocument } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import type { Route } from './+types/page';
import { type CompanyAnswer, refusedChange } from './answer.ts';
import { EndSection } from './end-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ReadingSection, typedSettings } from './reading-section.tsx';
import { SafetySection } from './safety-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope, session } = requireMember(context, request);
  const deps = { db: services.db.app };
  const [company, settings] = await orProblemPage(
    Promise.all([getCompany(deps, { scope }), getCompanySettings(deps, { scope })]),
  );
  const { actor } = scope;
  return {
    company,
    settings,
    role: session.role,
    may: {
      profile: whyNot(actor, 'company.profile', currentLocale()),
      security: whyNot(actor, 'security.manage', currentLocale()),
      support: whyNot(actor, 'support.access', currentLocale()),
      close: whyNot(actor, 'company.close', currentLocale()),
      leave: whyNot(actor, 'company.leave', currentLocale()),
    },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, scope } = requireMember(context, request);
  const form = await request.formData();
  const intent = String(form.get('intent'));
  const text = (name: string) => String(form.get(name) ?? '');
  const revision = Number(text('revision'));
  const deps = { db: services.db.app, mailer: services.mailer };
  const settings = {
    languages: form.getAll('languages').map(String),
    locale: text('locale'),
    operatorsMayConfirm: form.has('operatorsMayConfirm'),
    keepLocation: form.has('keepLocation'),
  };
  try {
    switch (intent) {
      case 'rename':
        await updateCompanyProfile(deps, { scope, name: text('name'), revision });
        break;
      case 'reading':
        await updateCompanySettings(deps, { scope, settings, revision });
        break;
      case 'two_factor':
        await setRequireTwoFactor(deps, { scope, required: text('on') === 'yes' });
        break;
      case 'refuse_acting':
        await setActingRefused(deps, { scope, refused: text('on') === 'yes' });
        break;
      case 'support':
        await setSupportAccess(deps, {
          scope,
          access: { scope: text('scope') as SupportScope, hours: Number.parseInt(text('hours'), 10) },
        });
        break;
      case 'end_support':
        await setSupportAccess(deps, { scope, access: null });
        break;
      case 'close':
        await closeCompany(deps, { scope, confirmation: text('confirmation') });
        break;
      case 'reopen':
        await reopenCompany(deps, { scope });
        break;
      case 'leave':
        await leaveCompany(deps, { scope });
        return redirectDocument('/settings/account');
      default:
        throw data({}, { status: 400 });
    }
    return data<CompanyAnswer>({ done: intent });
  } catch (error) {
    return refusedChange(
      error,
      intent,
      intent === 'reading'
        ? typedSettings(settings)
        : { name: text('name'), confirmation: text('confirmation') },
    );
  }
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.company.title');

export default function CompanySettings({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { company, settings, role, may } = loaderData;
  const answer = useAnswer<CompanyAnswer>(actionData);
  return (
    <>
      <h1 className={`${page.title} ${classes.what}`} dir="auto">
        {company.name}
      </h1>
      {company.status === 'suspended' ? (
        <p className={classes.note} style={{ marginTop: 16 }}>
          {text('settings.company.suspended')}
          {company.statusReason
            ? ` ${text('settings.company.reason', { reason: company.statusReason })}`
            : null}
        </p>
      ) : null}
      <ProfileSection company={company} may={may.profile} answer={answer} />
      <ReadingSection settings={settings} may={may.profile} answer={answer} />
      <SafetySection company={company} may={may} answer={answer} />
      <LimitsSection company={company} />
      <EndSection company={company} isOwner={role === 'owner'} may={may} answer={answer} />
    </>
  );
}
