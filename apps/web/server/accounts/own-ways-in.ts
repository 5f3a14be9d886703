import { AppError } from '@readout/domain/errors';
import type { Account } from '@readout/domain/users/get-account';
import { demandOwnAccount } from '@readout/domain/users/own-account';
import { hidesSomething, keptName, withoutHidden } from '@readout/domain/visible-name';
import { translated } from './account-refusals.ts';
import { cookiesOf } from './account-steps.ts';
import type { OwnAccount } from './own-account.ts';
import { discoverProvider } from './sign-in-providers.ts';

export interface WaysIn {
  /** Options for `navigator.credentials.create`, to be answered within five minutes. */
  beginPasskey(proof: string): Promise<{ options: unknown; headers: Headers }>;
  /** `response`: the browser's answer as JSON. `passkey.not_added` */
  finishPasskey(input: { response: string; name: string }): Promise<Headers>;
  /** `passkey.not_found`, `passkey.name_unusable` */
  renamePasskey(input: { id: string; name: string }): Promise<void>;
  /** `passkey.not_found`, `account.last_way_in` */
  removePasskey(input: { id: string; proof: string }): Promise<void>;
  /** Where to send the browser. `provider.not_found`, `provider.unreachable` */
  linkProvider(input: { id: string; proof: string }): Promise<{ url: string; headers: Headers }>;
  /** `provider.not_found`, `account.last_way_in` */
  unlinkProvider(input: { accountId: string; proof: string }): Promise<void>;
}

const maxPasskeyNameLength = 80;

/** What lets a person in besides a password: passkeys, and accounts elsewhere. */
export function waysInOf(own: OwnAccount): WaysIn {
  const { auth, mailer, config, session, deps, actor, headers, account, tell, demandProof } = own;
  return {
    async beginPasskey(proof) {
      await demandProof(proof);
      const answer = await translated(() =>
        auth.api.generatePasskeyRegistrationOptions({
          query: { name: session.user.email },
          headers,
          returnHeaders: true,
        }),
      );
      return { options: answer.response, headers: cookiesOf(answer.headers) };
    },

    async finishPasskey({ response, name }) {
      // Within five minutes of a proof, as the challenge lives so long.
      await demandProof('');
      const usable = withoutHidden(name).slice(0, maxPasskeyNameLength).trim();
      const answer = await translated(() =>
        auth.api.verifyPasskeyRegistration({
          body: { response: parsed(response), ...(usable ? { name: usable } : {}) },
          headers,
          returnHeaders: true,
        }),
      );
      await tell('passkey.added', { name: usable });
      return cookiesOf(answer.headers);
    },

    async renamePasskey({ id, name }) {
      demandOwnAccount(actor);
      const usable = keptName(name);
      if (hidesSomething(usable)) throw new AppError('passkey.name_unusable', { reason: 'hides' });
      if (usable === '' || [...usable].length > maxPasskeyNameLength)
        throw new AppError('passkey.name_unusable', { max: maxPasskeyNameLength });
      await demandPasskey(id);
      await translated(() => auth.api.updatePasskey({ body: { id, name: usable }, headers }));
    },

    async removePasskey({ id, proof }) {
      const current = await demandProof(proof);
      const { name } = await demandPasskey(id);
      if (current.passkeys.length === 1) demandAnotherWay(current, 'passkey');
      await translated(() => auth.api.deletePasskey({ body: { id }, headers }));
      await tell('passkey.removed', { name });
    },

    async linkProvider({ id, proof }) {
      await demandProof(proof);
      const provider = config.signInProviders.find((each) => each.id === id);
      if (!provider) throw new AppError('provider.not_found');
      const isUsable =
        provider.kind !== 'oidc' ||
        (await discoverProvider(await auth.$context, provider).catch(() => false));
      if (!isUsable) throw new AppError('provider.unreachable', { name: provider.name });
      const answer = await translated(() =>
        auth.api.linkSocialAccount({
          body: {
            provider: id,
            callbackURL: '/settings/account?linked=yes',
            errorCallbackURL: '/auth/error',
            disableRedirect: true,
          },
          headers,
          returnHeaders: true,
        }),
      );
      return { url: answer.response.url, headers: cookiesOf(answer.headers) };
    },

    async unlinkProvider({ accountId, proof }) {
      const current = await demandProof(proof);
      const linked = current.providers.find((each) => each.accountId === accountId);
      if (!linked) throw new AppError('provider.not_found', { reason: 'not_linked' });
      if (current.providers.length === 1) demandAnotherWay(current, 'provider');
      await deps.auth
        .deleteFrom('auth.account')
        .where('id', '=', accountId)
        .where('user_id', '=', actor.userId)
        .execute();
      await tell('provider.unlinked', { provider: linked.providerId });
    },
  };

  async function demandPasskey(id: string): Promise<{ name: string | null }> {
    const found = (await account()).passkeys.find((each) => each.id === id);
    if (!found) throw new AppError('passkey.not_found');
    return found;
  }

  /** Anyone who takes away their last way in would be locked out: a link by mail is one only where mail is sent. */
  function demandAnotherWay(current: Account, taken: 'passkey' | 'provider'): void {
    const others = taken === 'passkey' ? current.providers.length : current.passkeys.length;
    if (current.hasPassword || others > 0 || mailer.isConfigured) return;
    throw new AppError('account.last_way_in');
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && 'response' in value)
      return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw new AppError('passkey.not_added', { reason: 'not_understood' });
}
