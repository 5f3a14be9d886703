import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OutgoingMail, queueMail } from '../mails/queue-mail.ts';
import { chooseLanguage } from './choose-language.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const mailer = {
  isConfigured: true,
  origin: 'http://localhost',
  render: ({ paragraphs }: { paragraphs: string[] }, locale: string) => ({
    text: `${locale}: ${paragraphs.join()}`,
    html: '',
  }),
};

/** The text of a mail that was queued. */
async function written(mail: Pick<OutgoingMail, 'to' | 'userId' | 'otherwiseIn'>): Promise<string> {
  const id = await queueMail(database.app, mailer, {
    kind: 'security',
    ...mail,
    content: (say) => ({ subject: 's', paragraphs: [say('mail.any.hello', { name: 'Ada' })] }),
  });
  return database.asOwner(
    async (client) =>
      (await client.query('select body_text from auth.mails where id = $1', [id])).rows[0]
        .body_text as string,
  );
}

const actorOf = (userId: string) => ({ userId, sessionId: '00000000-0000-4000-8000-000000000000' });

test('mails are in the language somebody chose, else of their last browser, else of whom the mail is about', async () => {
  const { owner } = await database.createCompany({ name: 'Ours' });
  const { userId } = owner;
  const to = await database.asOwner(
    async (client) =>
      (await client.query('select email from auth."user" where id = $1', [userId])).rows[0].email as string,
  );
  expect(await written({ to, userId })).toBe('en: Hello Ada,');
  expect(await written({ to, userId, otherwiseIn: 'es-MX' })).toMatch(/^es: /);
  await database.asOwner((client) =>
    client.query(`update auth."user" set seen_language = 'fr' where id = $1`, [userId]),
  );
  expect(await written({ to, userId, otherwiseIn: 'es' })).toMatch(/^fr: /);
  await chooseLanguage({ auth: database.auth }, { actor: actorOf(userId), language: 'de' });
  expect(await written({ to, userId })).toMatch(/^de: /);
  // Known by the address alone, however it is written.
  expect(await written({ to: to.toUpperCase() })).toMatch(/^de: /);
  expect(await written({ to: 'nobody@example.com' })).toMatch(/^en: /);
  await chooseLanguage({ auth: database.auth }, { actor: actorOf(userId), language: null });
  expect(await written({ to, userId })).toMatch(/^fr: /);
});

test('a language that is not offered is refused, and nobody chooses for the person they act as', async () => {
  const { owner } = await database.createCompany({ name: 'Theirs' });
  const actor = actorOf(owner.userId);
  for (const language of ['xx', 'en-XA', '', "de' or true"])
    await expect(chooseLanguage({ auth: database.auth }, { actor, language })).rejects.toMatchObject({
      code: 'account.language_unknown',
    });
  await expect(
    chooseLanguage(
      { auth: database.auth },
      { actor: { ...actor, impersonatedBy: owner.userId }, language: 'de' },
    ),
  ).rejects.toMatchObject({ code: 'support.read_only' });
});
