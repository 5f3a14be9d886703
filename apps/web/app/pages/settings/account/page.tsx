import { previewErasure } from '@readout/domain/users/erase-user';
import { redirect } from 'react-router';
import { toldError } from '../../../../server/http/problem.ts';
import { actionOf, form, secret, text, withHeaders, yes } from '../../../forms/form.server.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireOwnAccount } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { timeZoneOf } from '../../../time-zone.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { signInAgain } from '../sign-in-again.server.ts';
import { SupportNote } from '../support-note.tsx';
import type { Route } from './+types/page';
import { DeleteSection } from './delete-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NameSection } from './name-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { TermsSection } from './terms-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, session, security } = requireOwnAccount(context, request);
  const account = await orProblemPage(security.account());
  const { name, email } = account;
  if (session.impersonatedBy) return { support: { name, email }, own: null };
  const erasure = await previewErasure({ auth: services.db.auth }, { userId: session.user.id });
  const linked = new Map(account.providers.map((provider) => [provider.providerId, provider]));
  const known = services.config.signInProviders.map(({ id, name: label }) => ({ id, name: label }));
  const gone = account.providers
    .filter(({ providerId }) => !known.some(({ id }) => id === providerId))
    .map(({ providerId }) => ({ id: providerId, name: providerId }));
  const url = new URL(request.url);
  return {
    support: null,
    own: {
      account: { ...account, providers: [], passkeys: [] },
      hasMail: services.mailer.isConfigured,
      providers: [...known, ...gone].map((provider) => ({
        ...provider,
        isOffered: known.includes(provider),
        accountId: linked.get(provider.id)?.accountId ?? null,
        linkedAt: linked.get(provider.id)?.linkedAt ?? null,
      })),
      language: session.user.language,
      hasSingleKeys: session.user.singleKeys,
      isLanguageSaved: url.searchParams.get('saved') === 'language',
      wasLinked: url.searchParams.get('linked') === 'yes',
      exportRefused: url.searchParams.get('export') === 'refused',
      timeZone: timeZoneOf(request.headers.get('cookie')),
      erasure: {
        obstacle: erasure.obstacle && {
          message: toldError(erasure.obstacle).sentence,
          companies: (erasure.obstacle.detail.companies ?? []) as { id: string; name: string }[],
        },
        closing: erasure.closing,
      },
    },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { security } = requireOwnAccount(context, request);
  return actionOf(request, {
    rename: form({ name: text }, async ({ name }) => withHeaders(await security.rename(name))),
    language: form({ language: text }, async ({ language }) =>
      redirect('/settings/account?saved=language#language', {
        headers: await security.chooseLanguage(language || null),
      }),
    ),
    single_keys: form({ on: yes }, ({ on }) => security.chooseSingleKeys(on)),
    email: form({ email: text, password: secret }, ({ email, password: proof }) =>
      security.changeEmail({ email, proof }),
    ),
    link: form({ provider: text, password: secret }, async ({ provider: id, password: proof }) => {
      const { url, headers } = await security.linkProvider({ id, proof });
      return redirect(url, { headers });
    }),
    unlink: form({ accountId: text, password: secret }, ({ accountId, password: proof }) =>
      security.unlinkProvider({ accountId, proof }),
    ),
    delete: form({ typed: text, password: secret }, async ({ typed, password: proof }) =>
      redirect('/auth/account-deleted', { headers: await security.deleteAccount({ typed, proof }) }),
    ),
    sign_in_again: signInAgain(context, '/settings/account'),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'settings.account.title');

export default function AccountSettings({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { own, support } = loaderData;
  const answer = useAnswer(actionData);
  if (!own) return <SupportNote title={text('settings.account.title')} {...support} />;
  const { account } = own;
  return (
    <>
      <h1 className={page.title}>{text('settings.account.title')}</h1>
      <NameSection name={account.name} answer={answer} />
      <EmailSection account={account} hasMail={own.hasMail} answer={answer} />
      <LanguageSection language={own.language} isSaved={own.isLanguageSaved} answer={answer} />
      <KeysSection isOn={own.hasSingleKeys} answer={answer} />
      <TermsSection account={account} timeZone={own.timeZone} />
      <ProvidersSection
        account={account}
        providers={own.providers}
        wasLinked={own.wasLinked}
        answer={answer}
      />
      <ExportSection account={account} isRefused={own.exportRefused} />
      <DeleteSection account={account} erasure={own.erasure} answer={answer} />
    </>
  );
}
