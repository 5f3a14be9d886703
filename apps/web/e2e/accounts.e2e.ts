import { expect, makeAccount, test } from './fixtures.ts';

test('sign-up makes a company, signing out closes it, signing in opens it again', async ({ page }) => {
  const account = makeAccount({ companyName: 'Harbour Freight Office' });
  await page.goto('/auth/sign-up');
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Company').fill(account.companyName);
  await page.locator('input[name=accept]').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL('**/welcome');
  await page.getByLabel('Where is your company?').selectOption('Germany');
  await expect(page.getByText('1.234,50 €')).toBeVisible();
  await page.getByLabel('Invoices and receipts').check();
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
  await page.getByRole('button', { name: 'Save and begin' }).click();
  await expect(page.getByText(/DE89370400440532013001/)).toBeVisible();
  await expect(page.getByLabel('Invoices and receipts')).toBeChecked();
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save and begin' }).click();
  await page.waitForURL('**/app');
  await expect(page.getByText('Harbour Freight Office').first()).toBeVisible();

  // From a page that asks nothing by itself: the one of the company would go to the sign-in page on its own.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/app');
  await page.waitForURL('**/auth/sign-in?to=*');

  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email address and password do not match an account.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
});

test('a page of another site cannot change anything in the name of who is signed in', async ({
  page,
  signUp,
  request,
  server,
}) => {
  await signUp(page);
  const cookies = await page.context().cookies();
  const answer = await request.post('/auth/sign-out', {
    headers: {
      origin: 'https://elsewhere.example',
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect(answer.status()).toBe(403);
  const session = await request.get(`${server.origin}/api/auth/get-session`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  expect(await session.json()).not.toBeNull();
});
