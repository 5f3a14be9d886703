import type { Page } from '@playwright/test';
import { expectAccessible, seriousProblems } from './accessibility.ts';
import { capture } from './captures.ts';
import { type Account, expect, signIn, testAlone } from './fixtures.ts';

const test = testAlone();

type SignUp = (page: Page, details?: Partial<Account>) => Promise<Account>;
let administrator: Account | undefined;

/** The first account of the installation, whichever journey comes first. */
async function signInAsAdministrator(page: Page, signUp: SignUp): Promise<void> {
  if (!administrator) {
    administrator = await signUp(page, { companyName: 'Harbour Works', name: 'Ada Admin' });
    return;
  }
  await signIn(page, administrator);
}

async function invite(page: Page, to: string): Promise<string> {
  await page.goto('/settings/members');
  await page.getByLabel('Email or domain').fill(to);
  await page.getByLabel('Role', { exact: true }).last().selectOption('reviewer');
  await page.getByRole('button', { name: 'Make a link' }).click();
  return new URL(await page.getByLabel('Link of the invitation').inputValue()).pathname;
}

/** As the page stands, with what is open on it. */
const expectNothingSerious = async (page: Page, what: string) =>
  expect(await seriousProblems(page), what).toEqual([]);

const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  });

test('what is assigned counts in every tab at once, and a suspended person is out of every page at once', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signInAsAdministrator(page, signUp);
  const email = `ben-${Date.now()}@example.com`;
  const invitation = await invite(page, email);
  const context = await browser.newContext({ baseURL: server.origin });
  const ben = await context.newPage();
  await ben.goto(invitation);
  await ben.getByLabel('Your name').fill('Ben Reviewer');
  await ben.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await ben.locator('input[name=accept]').check();
  await ben.getByRole('button', { name: 'Make the account and join' }).click();
  await ben.waitForURL('**/app');
  await ben.goto('/dashboard');
  const second = await context.newPage();
  await second.goto('/settings/notifications');
  await expect(second.getByText('Nothing concerns you yet.')).toBeVisible();
  // However many tabs, one connection.
  const connections = async () => {
    const held = await second.evaluate(async () => (await navigator.locks.query()).held ?? []);
    return held.filter((lock) => lock.name?.startsWith('readout-live')).length;
  };
  await expect.poll(connections).toBe(1);

  await capture(page, server.origin, 'one.png', 200);
  await capture(page, server.origin, 'two.png', 210);
  await page.goto('/app');
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows).toHaveCount(2);
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  const selected = page.getByRole('region', { name: 'Selected captures' });
  const assign = selected.getByRole('button', { name: 'Assign' });
  if (!(await assign.isVisible())) await selected.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Assign' }).or(assign).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: 'Ben Reviewer' }).click();
  await dialog.getByRole('button', { name: 'Assign 2 captures' }).click();

  await expect(bell(ben, 1)).toBeVisible();
  await expect(bell(second, 1)).toBeVisible();
  await expect(second.getByText('2 captures were assigned to you by Ada Admin.')).toBeVisible();
  await bell(ben, 1).press('Enter');
  const entry = ben.getByRole('button', { name: /2 captures were assigned to you by Ada Admin\./ });
  await expect(entry).toBeVisible();
  await expectNothingSerious(ben, 'the open bell');
  await entry.press('Enter');
  await ben.waitForURL('**/app?assigned=me');
  await expect(ben.getByRole('grid').getByRole('row')).toHaveCount(2);
  await expect(bell(ben, 0)).toBeVisible();
  await expect(bell(second, 0)).toBeVisible();

  await second.getByLabel('Captures assigned to me').uncheck();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Saved.')).toBeVisible();
  await second.reload();
  await expect(second.getByLabel('Captures assigned to me')).not.toBeChecked();

  await page.goto(`/admin/user?q=${email}`);
  await page.getByRole('link', { name: 'Ben Reviewer' }).click();
  await page.locator('summary').filter({ hasText: 'Suspend…' }).click();
  await page.getByLabel('Reason, for other administrators').fill('Left the company');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  for (const tab of [ben, second]) {
    await expect(tab).toHaveURL(/\/auth\/error\?error=BANNED_USER/);
    await expect(tab.getByRole('heading', { name: 'This account is suspended' })).toBeVisible();
  }
  await context.close();
});

test('without a mail server a forgotten password’s link is passed on from the outbox, and its person sees that', async ({
  page,
  browser,
  signUp,
  server,
}) => {
  await signInAsAdministrator(page, signUp);
  const context = await browser.newContext({ baseURL: server.origin });
  const carla = await context.newPage();
  const { email } = await signUp(carla, { name: 'Carla <b>Client</b>', companyName: 'Carla & Co' });
  const forgetful = await browser.newPage({ baseURL: server.origin });
  await forgetful.goto('/auth/forgot-password');
  await forgetful.getByLabel('Email').fill(email);
  await forgetful
    .getByRole('button')
    .filter({ hasText: /link|send/i })
    .first()
    .click();
  await expect(forgetful.getByRole('status').first()).toBeVisible();

  await page.goto(`/admin/outbox?q=${email}`);
  const mail = page.getByRole('row').filter({ hasText: /password/i });
  await mail.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(email);
  const link = (await dialog.locator('code').first().textContent()) ?? '';
  expect(link.startsWith(`${server.origin}/`)).toBe(true);
  await expectNothingSerious(page, 'an opened mail');
  await forgetful.goto(link);
  await expect(forgetful.getByLabel('New password').first()).toBeVisible();

  await carla.goto('/settings/security');
  await expect(carla.getByText('Ada Admin opened the mail “Set a new password”')).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('checkbox', { name: `Choose the mail to ${email}` })
    .first()
    .check();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByLabel('Type “delete” to go on').fill('delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('1 mail deleted.')).toBeVisible();
  await expectAccessible(page, '/admin/outbox');
  await context.close();
  await forgetful.close();
});
