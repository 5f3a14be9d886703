import { closeCompany } from '@readout/domain/companies/close-company';
import type { IdentityOnPapers } from '@readout/domain/companies/company-identity';
import type { CompanySettings as Settings } from '@readout/domain/companies/company-settings';
import { getCompany } from '@readout/domain/companies/get-company';
import { getCompanySettings } from '@readout/domain/companies/get-company-settings';
import { leaveCompany } from '@readout/domain/companies/leave-company';
import { reopenCompany } from '@readout/domain/companies/reopen-company';
import { setActingRefused } from '@readout/domain/companies/set-acting-refused';
import { setRequireTwoFactor } from '@readout/domain/companies/set-require-two-factor';
import { setSupportAccess, supportScopes } from '@readout/domain/companies/set-support-access';
import { updateCompanyIdentity } from '@readout/domain/companies/update-company-identity';
import { updateCompanyProfile } from '@readout/domain/companies/update-company-profile';
import { updateCompanySettings } from '@readout/domain/companies/update-company-settings';
import type { AppError } from '@readout/domain/errors';
import { whyNot } from '@readout/domain/policy';
import { redirectDocument } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import {
  actionOf,
  flag,
  form,
  lines,
  number,
  oneOf,
  text,
  texts,
  wholeNumber,
  yes,
} from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import page from '../../../ui/page.module.css';
import classes from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { EndSection } from './end-section.tsx';
import { IdentitySection } from './identity-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ReadingSection } from './reading-section.tsx';
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
  const deps = { db: services.db.app, mailer: services.mailer };
  return actionOf(request, {
    rename: form(
      { name: text, revision: wholeNumber },
      ({ name, revision }) => updateCompanyProfile(deps, { scope, name, revision }),
      (error) => meanwhile<{ name: string }>(error),
    ),
    reading: form(
      {
        languages: texts,
        locale: text,
        operatorsMayConfirm: flag,
        keepLocation: flag,
        secondPersonAbove: number,
        revision: wholeNumber,
      },
      ({ revision, secondPersonAbove = null, ...settings }) =>
        updateCompanySettings(deps, { scope, settings: { ...settings, secondPersonAbove }, revision }),
      (error) => meanwhile<Settings>(error),
    ),
    identity: form(
      { otherNames: lines, address: text, taxIds: lines, ibans: lines, revision: wholeNumber },
      ({ revision, ...identity }) => updateCompanyIdentity(deps, { scope, identity, revision }),
      (error) => meanwhile<IdentityOnPapers>(error),
    ),
    two_factor: form({ on: yes }, ({ on }) => setRequireTwoFactor(deps, { scope, required: on })),
    refuse_acting: form({ on: yes }, ({ on }) => setActingRefused(deps, { scope, refused: on })),
    support: form({ scope: oneOf(supportScopes), hours: text }, (asked) =>
      setSupportAccess(deps, {
        scope,
        // The field shows the hours with their unit.
        access: { scope: asked.scope, hours: Number.parseInt(asked.hours, 10) },
      }),
    ),
    end_support: form({}, () => setSupportAccess(deps, { scope, access: null })),
    close: form({ confirmation: text }, ({ confirmation }) => closeCompany(deps, { scope, confirmation })),
    reopen: form({}, () => reopenCompany(deps, { scope })),
    leave: form({}, async () => {
      await leaveCompany(deps, { scope });
      return redirectDocument('/settings/account');
    }),
  });
}

/** What somebody else saved meanwhile, and the revision to save on once that was looked at. */
function meanwhile<Kept>(error: AppError) {
  if (error.code !== 'company.changed_meanwhile') return undefined;
  return error.detail as { current: Kept; revision: number };
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.company.title');

export default function CompanySettings({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { company, settings, role, may } = loaderData;
  const answer = useAnswer(actionData);
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
      <IdentitySection settings={settings} may={may.profile} answer={answer} />
      <ReadingSection settings={settings} may={may.profile} answer={answer} />
      <SafetySection company={company} may={may} answer={answer} />
      <LimitsSection company={company} />
      <EndSection company={company} isOwner={role === 'owner'} may={may} answer={answer} />
    </>
  );
}
