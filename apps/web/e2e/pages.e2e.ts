import { expect, type Page } from '@playwright/test';
import { apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { problemsOf } from './accessibility.ts';
import { testAlone, triedTwice } from './fixtures.ts';
import { speak, textsNotInCatalogue } from './languages.ts';
import { startProgram } from './programs.ts';

triedTwice();

const test = testAlone();
// As people have it, with what it keeps for when there is no network.
test.use({ serviceWorkers: 'allow' });

const isLong = process.env.READOUT_LONG_TESTS !== undefined;

/** For everybody, without an account; of 350 entries of the changelog the 26 about security. */
const publicPages = [
  '/',
  isLong ? '/changelog' : '/changelog?kind=security',
  '/docs',
  '/docs?q=trash',
  '/docs/self-hosting',
  '/docs/api',
  '/licences?q=codemirror',
  '/privacy-policy',
  '/tos',
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/error?error=state_mismatch',
  '/auth/error?error=link.used',
  '/pair/none',
  '/no-such-page',
];

/** As those who run an installation see them. */
const ownPages = [
  '/welcome',
  '/app',
  '/dashboard',
  '/camera',
  '/camera/queue',
  '/desktop',
  '/desktop/watch',
  '/settings/account',
  '/settings/security',
  '/settings/company',
  '/settings/api-keys',
  '/settings/deliveries',
  '/settings/exports',
  '/settings/members',
  '/settings/notifications',
  '/settings/audit',
  '/settings/plugins',
  '/settings/plugins/receipt',
  '/settings/plugins/studio',
  '/settings/plugins/template/new',
  '/admin',
  '/admin/company',
  '/admin/company?create=yes',
  '/admin/user',
  '/admin/plugin',
  '/admin/plugin?p=receipt',
  '/admin/plugin/review',
  '/admin/plugin/keys',
  '/admin/plugin/upload',
  '/admin/outbox',
  '/admin/audit',
  '/admin/backup',
  '/admin/system',
  '/admin/system/model',
];

const answersWithRefusal = new Set(['/no-such-page', '/oauth/authorize']);
/** What a plugin and the browser say beside us. */
const saysMore = new Set(['/settings/plugins/receipt', '/camera']);

/**
 * Opens pages one after the other, each once: what the browser complains of, what axe finds serious in light and in dark, what
 * is wider than a phone though its texts are 40 % longer, and what it says that is not in the catalogue.
 */
async function expectSound(page: Page, addresses: readonly string[], language = 'en-XA'): Promise<void> {
  const findings: string[] = [];
  let address = '';
  const find = (what: string) => findings.push(`${address}: ${what}`);
  page.on('console', (message) => {
    // A page that is not there, and a request that is none, the browser notices too.
    const isExpected =
      answersWithRefusal.has(address) && message.text().includes('the server responded with');
    if (['error', 'warning'].includes(message.type()) && !isExpected) find(message.text());
  });
  page.on('pageerror', (error) => find(error.message));
  await speak(page, language);
  for (address of addresses) {
    await page.goto(address);
    // The brackets of the pseudo-language stand around a whole message, its list items included.
    for (const problem of await problemsOf(page)) if (!/^list: <\w+>\[<li>/.test(problem)) find(problem);
    if (language === 'en-XA' && !saysMore.has(address))
      for (const text of await textsNotInCatalogue(page)) find(`says “${text}”`);
  }
  expect(findings).toEqual([]);
}

test('pages for everybody need no account, and are sound', async ({ page }) => {
  await page.goto('/auth/sign-in');
  await expectSound(page, publicPages);
});

// `npm run test:long`: in German as well, whose words are long by nature.
for (const language of isLong ? ['en-XA', 'de'] : ['en-XA'])
  test(`pages of a company and of the installation are sound in ${language}`, async ({
    page,
    server,
    signUp,
  }) => {
    await signUp(page, { name: 'Zzz', companyName: 'Zzz', email: `${language}@example.com` });
    const program = await startProgram(server.origin, apiKeyScopeNames.join(' '));
    await program.close();
    const administers = language === 'en-XA';
    await expectSound(
      page,
      [
        ...ownPages,
        program.address,
        '/oauth/authorize',
        ...(administers
          ? [
              await addressOf(page, '/admin/company', 'td a[href^="/admin/company/"]'),
              await addressOf(page, '/admin/user', 'td a[href*="u="]'),
            ]
          : []),
      ],
      language,
    );
  });

/** Where a link of a page leads. */
async function addressOf(page: Page, list: string, link: string): Promise<string> {
  await page.goto(list);
  const href = await page.locator(link).first().getAttribute('href');
  return new URL(href ?? '', page.url()).href;
}
