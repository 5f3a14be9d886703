import { expect, test } from './fixtures.ts';
import { startProgram } from './programs.ts';

test('a program asks, is let in after signing in, acts with what it was left, and is ended', async ({
  page,
  signUp,
  server,
}) => {
  const account = await signUp(page);
  // An open page would notice, and go to the sign-in by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  const program = await startProgram(
    server.origin,
    'captures:read records:read records:confirm plugins:publish',
  );
  await page.goto(program.address);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByRole('heading', { name: 'Let Desk assistant act for you?' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(account.email);
  await page.getByLabel('Confirm, reject and reopen records').uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  const plugins = page.getByLabel('Plugins it may publish');
  await expect(plugins).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Confirm, reject and reopen records')).not.toBeChecked();
  await plugins.fill('pallet-note');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveTitle('Program');
  const answer = await program.answer;
  expect(answer.get('state')).toBe('waiting');
  const token = await program.redeem(answer.get('code') ?? '');
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`${server.origin}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await ask('/captures')).toBe(200);
  expect(await ask('/records/00000000-0000-4000-8000-000000000000/confirm', 'POST')).toBe(403);

  await page.goto('/settings/security');
  const mine = page.getByRole('list', { name: 'Programs that act for you' });
  await expect(mine).toContainText('captures:read, records:read, plugins:publish · publishes pallet-note');
  await mine.getByRole('button', { name: 'End Desk assistant' }).click();
  await expect(page.getByText('Desk assistant can do nothing here any more')).toBeVisible();
  expect(await ask('/captures')).toBe(401);
  await program.close();
});

test('a program is let in and refused without scripts, too', async ({ page, browser, signUp, server }) => {
  await signUp(page);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: server.origin,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  for (const [button, name] of [
    ['Refuse', 'error'],
    ['Allow', 'code'],
  ] as const) {
    const program = await startProgram(server.origin, 'captures:read');
    await plain.goto(program.address);
    await plain.getByRole('button', { name: button }).click();
    await expect(plain).toHaveTitle('Program');
    expect([...(await program.answer).keys()]).toEqual([name, 'state', 'iss']);
    await program.close();
  }
  await context.close();
});
