import type { MailContent, OutgoingMail } from '@readout/domain/mails/queue-mail';
import type { SayText } from '@readout/texts';

type Content = OutgoingMail['content'];

export const linkLifeMinutes = { verifyEmail: 24 * 60, resetPassword: 60, signIn: 15 };

export const verifyEmailMail =
  (name: string, url: string): Content =>
  (say) => ({
    subject: say('mail.verify_email.subject'),
    paragraphs: [say('mail.any.hello', { name }), say('mail.verify_email.body')],
    button: { label: say('mail.verify_email.button'), url },
    footnote: say('mail.verify_email.footnote', { hours: linkLifeMinutes.verifyEmail / 60 }),
  });

export const changeEmailMail =
  (name: string, newEmail: string, url: string): Content =>
  (say) => ({
    subject: say('mail.change_email.subject'),
    paragraphs: [say('mail.any.hello', { name }), say('mail.change_email.body', { newEmail })],
    button: { label: say('mail.change_email.button'), url },
    footnote: say('mail.change_email.footnote', { hours: linkLifeMinutes.verifyEmail / 60 }),
  });

export const resetPasswordMail =
  (name: string, url: string): Content =>
  (say) => ({
    subject: say('mail.reset_password.subject'),
    paragraphs: [say('mail.any.hello', { name }), say('mail.reset_password.body')],
    button: { label: say('mail.reset_password.button'), url },
    footnote: say('mail.reset_password.footnote', { minutes: linkLifeMinutes.resetPassword }),
  });

export const signInLinkMail =
  (name: string, url: string): Content =>
  (say) => ({
    subject: say('mail.sign_in_link.subject'),
    paragraphs: [say('mail.any.hello', { name }), say('mail.sign_in_link.body')],
    button: { label: say('mail.sign_in_link.button'), url },
    footnote: say('mail.sign_in_link.footnote', { minutes: linkLifeMinutes.signIn }),
  });

export const addressInUseMail =
  (name: string, origin: string): Content =>
  (say) => ({
    subject: say('mail.address_in_use.subject'),
    paragraphs: [say('mail.any.hello', { name }), say('mail.address_in_use.body')],
    button: { label: say('mail.address_in_use.button'), url: `${origin}/auth/sign-in` },
    footnote: say('mail.address_in_use.footnote'),
  });

/** Something about the safety of an account changed. */
export const securityMail =
  (name: string, words: (say: SayText) => { subject: string; body: string }, origin: string): Content =>
  (say): MailContent => {
    const { subject, body } = words(say);
    return {
      subject,
      paragraphs: [say('mail.any.hello', { name }), body],
      button: { label: say('mail.account.button'), url: `${origin}/settings/security` },
      footnote: say('mail.account.footnote'),
    };
  };
