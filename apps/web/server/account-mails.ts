import type { MailContent } from '@readout/domain/mails/queue-mail';

const expiry = (minutes: number) =>
  minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;

export const linkLifeMinutes = { verifyEmail: 24 * 60, resetPassword: 60, signIn: 15 };

export function verifyEmailMail(name: string, url: string): MailContent {
  return {
    subject: 'Confirm your email address',
    paragraphs: [
      `Hello ${name},`,
      'an account was made with this email address at Readout. Confirm that the address is yours to finish.',
    ],
    button: { label: 'Confirm the address', url },
    footnote: `The link works once and for ${expiry(linkLifeMinutes.verifyEmail)}. If you did not make this account, do not follow it: without it nobody can sign in.`,
  };
}

export function changeEmailMail(name: string, newEmail: string, url: string): MailContent {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `Hello ${name},`,
      `your account at Readout is to have the email address ${newEmail}. Until you confirm it, the present one stays.`,
    ],
    button: { label: 'Use this address', url },
    footnote: `The link works once and for ${expiry(linkLifeMinutes.verifyEmail)}, while you are signed in. If you asked for no change, do not follow it.`,
  };
}

export function resetPasswordMail(name: string, url: string): MailContent {
  return {
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${name},`,
      'somebody, we hope you, asked for a new password for your account at Readout.',
    ],
    button: { label: 'Set a new password', url },
    footnote: `The link works once and for ${expiry(linkLifeMinutes.resetPassword)}. If you did not ask, you need not do anything: your password stays as it is.`,
  };
}

export function signInLinkMail(name: string, url: string): MailContent {
  return {
    subject: 'Your sign-in link',
    paragraphs: [`Hello ${name},`, 'with this link you sign in to Readout.'],
    button: { label: 'Sign in', url },
    footnote: `The link works once and for ${expiry(linkLifeMinutes.signIn)}. If you did not ask for it, do not follow it and pass it on to nobody.`,
  };
}

export function addressInUseMail(name: string, origin: string): MailContent {
  return {
    subject: 'You have an account already',
    paragraphs: [
      `Hello ${name},`,
      'somebody, probably you, tried to sign up at Readout with this email address. It has an account already, so none was made and nothing was changed.',
    ],
    button: { label: 'Sign in', url: `${origin}/auth/sign-in` },
    footnote: 'Forgot the password? The sign-in page has a way to set a new one.',
  };
}

/** Something about the safety of an account changed. */
export function securityMail(
  { name, what, detail }: { name: string; what: string; detail: string },
  origin: string,
): MailContent {
  return {
    subject: what,
    paragraphs: [`Hello ${name},`, detail],
    button: { label: 'Look at your account’s security', url: `${origin}/settings/security` },
    footnote:
      'If this was not you, set a new password at once: it signs out every browser. Sent because it concerns the safety of your account.',
  };
}
