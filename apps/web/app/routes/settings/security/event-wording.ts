/** What an account's list says about an event. Details may hold anything and are shown as text. */
export function wordEvent({ action, detail }: { action: string; detail: Record<string, unknown> }): string {
  const text = (key: string) =>
    typeof detail[key] === 'string' ? (detail[key] as string).slice(0, 320) : '';
  const by = detail.byPlatform === true ? ' by whoever runs this Readout' : '';
  switch (action) {
    case 'signed_in':
      if (detail.method === 'sign_up') return 'Account made';
      return `Signed in${signInWay(text('method'), text('provider'))}${detail.secondFactor === 'recovery_code' ? ' and a recovery code' : detail.secondFactor === 'totp' ? ' and a code' : ''}${detail.newDevice === true ? ', from a new browser' : ''}`;
    case 'sign_in.failed':
      return `Failed sign-in: ${failure(text('method'))}`;
    case 'terms.accepted':
      return `Terms ${text('terms')} and privacy policy ${text('privacy')} accepted`;
    case 'email.verified':
      return `Email confirmed${by}`;
    case 'email.change_asked':
      return `Change of email to ${text('to')} asked for`;
    case 'email.changed':
      return text('to') ? `Email changed to ${text('to')}` : 'Email changed';
    case 'passkey.added':
      return text('name') ? `Passkey “${text('name')}” added` : 'Passkey added';
    case 'passkey.removed':
      return text('name') ? `Passkey “${text('name')}” removed` : 'Passkey removed';
    case 'provider.linked':
      return `${text('provider') || 'Another service'} linked`;
    case 'provider.unlinked':
      return `${text('provider') || 'Another service'} unlinked`;
    case 'phone.paired':
      return `Phone “${text('name')}” paired`;
    case 'session.ended':
      return 'One session signed out';
    case 'sessions.ended':
      return by ? `Signed out everywhere${by}` : 'Signed out everywhere else';
    case 'mail.opened':
      return `${text('by') || 'An administrator'} opened the mail “${text('subject')}” waiting in the outbox`;
    case 'support.started':
      return `${text('adminName') || 'An administrator'} began to act as you${text('reason') ? `: ${text('reason')}` : ''}`;
    case 'support.stopped':
      return `${text('adminName') || 'An administrator'} stopped acting as you`;
    case 'platform_role.changed':
      return `${roleWords[text('to')] ?? 'Another role in this Readout'}${by}`;
    case 'account.suspended':
      return `Account suspended${by}${text('reason') ? `: ${text('reason')}` : ''}`;
    default:
      return `${sentences[action] ?? action.replaceAll(/[._]/g, ' ')}${by}`;
  }
}

const roleWords: Record<string, string> = {
  admin: 'Made administrator of this Readout',
  support: 'Made support of this Readout',
  auditor: 'Made auditor of this Readout',
  user: 'No longer has a role in this Readout',
};

const sentences: Record<string, string> = {
  'sign_in.many_failed': 'Many failed sign-ins; a mail told you of them',
  'password.changed': 'Password changed',
  'password.reset': 'Password set anew through a link',
  'password.set': 'Password set',
  'two_factor.enabled': 'Second factor switched on',
  'two_factor.disabled': 'Second factor switched off',
  'two_factor.reset': 'Second factor removed',
  'recovery_code.used': 'A recovery code was used',
  'sign_up.repeated': 'Somebody tried to sign up with your address; nothing was changed',
  'recovery_codes.renewed': 'New recovery codes made',
  'data.exported': 'Your data downloaded',
  'account.resumed': 'Account no longer suspended',
  'platform_admin.given': 'Made administrator of this Readout',
  'platform_admin.taken': 'No longer administrator of this Readout',
};

function failure(method: string): string {
  if (method === 'second_factor') return 'right password, wrong code';
  return method === 'recovery_code' ? 'right password, wrong recovery code' : 'wrong password';
}

function signInWay(method: string, provider: string): string {
  switch (method) {
    case 'password':
      return ' with the password';
    case 'link':
      return ' with a link';
    case 'passkey':
      return ' with a passkey';
    case 'provider':
      return ` with ${provider || 'another service'}`;
    default:
      return '';
  }
}
