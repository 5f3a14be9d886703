import type { SayText } from '../../../ui/texts.tsx';

/** Events whose words depend on nothing but who did it. */
const plain = [
  'sign_in_many_failed',
  'password_changed',
  'password_reset',
  'password_set',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_reset',
  'recovery_code_used',
  'sign_up_repeated',
  'recovery_codes_renewed',
  'data_exported',
  'account_resumed',
  'platform_admin_given',
  'platform_admin_taken',
  'email_verified',
] as const;

/** What an account's list says about an event. Details may hold anything and are shown as text. */
export function wordEvent(
  { action, detail }: { action: string; detail: Record<string, unknown> },
  say: SayText,
): string {
  const text = (key: string) =>
    typeof detail[key] === 'string' ? (detail[key] as string).slice(0, 320) : '';
  const by = detail.byPlatform === true ? 'platform' : 'none';
  const withReason = (event: string) =>
    text('reason') ? say('settings.security.event_with_reason', { event, reason: text('reason') }) : event;
  const nameOf = (key: string) => text(key) || say('settings.security.event_an_administrator');
  const serviceOf = () => text('provider') || say('settings.security.event_another_service');
  const name = text('name');
  switch (action) {
    case 'signed_in':
      if (detail.method === 'sign_up') return say('settings.security.event_account_made');
      return say('settings.security.event_signed_in', {
        way: signInWay(text('method'), text('provider')),
        provider: text('provider'),
        second:
          detail.secondFactor === 'recovery_code' || detail.secondFactor === 'totp'
            ? detail.secondFactor
            : 'none',
        browser: detail.newDevice === true ? 'new' : 'known',
      });
    case 'sign_in.failed':
      return say('settings.security.event_sign_in_failed', { what: failure(text('method')) });
    case 'terms.accepted':
      return say('settings.security.event_terms', { terms: text('terms'), privacy: text('privacy') });
    case 'email.change_asked':
      return say('settings.security.event_email_asked', { email: text('to') });
    case 'email.changed':
      return text('to')
        ? say('settings.security.event_email_changed_to', { email: text('to') })
        : say('settings.security.event_email_changed');
    case 'passkey.added':
      return name
        ? say('settings.security.event_passkey_added_named', { name })
        : say('settings.security.event_passkey_added');
    case 'passkey.removed':
      return name
        ? say('settings.security.event_passkey_removed_named', { name })
        : say('settings.security.event_passkey_removed');
    case 'provider.linked':
      return say('settings.security.event_linked', { service: serviceOf() });
    case 'provider.unlinked':
      return say('settings.security.event_unlinked', { service: serviceOf() });
    case 'phone.paired':
      return say('settings.security.event_phone_paired', { name });
    case 'program.allowed':
      return say('settings.security.event_program_allowed', { name, company: text('company') });
    case 'session.ended':
      return say('settings.security.event_session_ended');
    case 'sessions.ended':
      return say('settings.security.event_sessions_ended', { by: by === 'platform' ? by : undefined });
    case 'mail.opened':
      return say('settings.security.event_mail_opened', { name: nameOf('by'), subject: text('subject') });
    case 'support.started':
      return withReason(say('settings.security.event_support_started', { name: nameOf('adminName') }));
    case 'support.stopped':
      return say('settings.security.event_support_stopped', { name: nameOf('adminName') });
    case 'platform_role.changed':
      return say('settings.security.event_role', { role: platformRole(text('to')), by });
    case 'account.suspended':
      return withReason(say('settings.security.event', { event: 'account_suspended', by }));
    default: {
      const event = plain.find((each) => each === action.replaceAll('.', '_'));
      return event ? say('settings.security.event', { event, by }) : action.replaceAll(/[._]/g, ' ');
    }
  }
}

const platformRole = (role: string) =>
  role === 'admin' || role === 'support' || role === 'auditor' || role === 'user' ? role : 'another';

function failure(method: string): 'code' | 'recovery_code' | undefined {
  if (method === 'second_factor') return 'code';
  return method === 'recovery_code' ? method : undefined;
}

function signInWay(method: string, provider: string) {
  if (method === 'provider') return provider ? 'provider' : 'service';
  return method === 'password' || method === 'link' || method === 'passkey' ? method : 'none';
}
