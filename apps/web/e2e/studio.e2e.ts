import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { scrollClear, seriousProblems } from './accessibility.ts';
import { expect, test, triedTwice } from './fixtures.ts';

triedTwice();

const picture = path.join(
  fileURLToPath(new URL('../../..', import.meta.url)),
  'plugins/receipt/fixtures/swedish-cafe-card/input.png',
);

const program = (line: number) => `import { defineReader, seenLine, textField } from '@readout/plugin-kit';

export default defineReader<{ note: { title: 'text' } }>({
  read({ reading }, record) {
    const line = reading.lines[${line}];
    console.log('lines', reading.lines.length);
    return [record('note', { title: line && textField(seenLine(line)) })];
  },
});
`;

async function write(page: Page, source: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Program, TypeScript' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(source);
}

test('a reader is written on a capture, kept right by a fixture, and published to the company', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.locator('input[type=file]').first().setInputFiles(picture);
  await expect(page.getByText('Björken').or(page.getByText('Bjorken')).first()).toBeVisible();

  await page.goto('/settings/plugins/studio');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gate pass');
  await expect(page.getByLabel('Id', { exact: true })).toHaveValue('gate-pass');
  await page.getByRole('button', { name: 'Begin' }).click();
  const record = page.getByRole('article', { name: 'Note' });
  await expect(record).toContainText(/Kaf/);

  await write(page, program(1));
  await expect(record).toContainText('Storgatan 12');
  const output = page.getByRole('region', { name: 'Output' });
  await expect(output).toContainText('lines 21');
  await expect(output).toContainText(/ms, \d+ ticks?/);
  expect(await seriousProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'This is right' }).click();
  await expect(page.getByText('1 of 1 fixture as they should be')).toBeVisible();
  await write(page, program(2));
  await expect(page.getByRole('row', { name: /note · title Storgatan 12/ })).toContainText('211 34');
  await write(page, 'export default 7 +;');
  await expect(output.getByRole('button', { name: /^Line 1/ })).toBeVisible();
  await write(page, program(1));
  await expect(page.getByText('1 of 1 fixture as they should be')).toBeVisible();

  // The keyboard gets out of the editor.
  await page.getByRole('textbox', { name: 'Program, TypeScript' }).press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Program, TypeScript' })).not.toBeFocused();

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('gate-pass 0.1.0')).toBeVisible();
  await page.reload();
  await expect(record).toContainText('Storgatan 12');
  await page.goto('/settings/plugins');
  await expect(page.getByRole('heading', { name: 'Gate pass' })).toBeVisible();
  // Measured on the fixture it was kept right by, and gone on with from its page.
  await page.goto('/settings/plugins/gate-pass');
  await expect(page.getByText(/1 fixture your company keeps of it/)).toBeVisible();
  await page.getByRole('button', { name: 'Open in the studio, 0.1.0' }).click();
  await expect(record).toContainText('Storgatan 12');

  // Handed in for everybody's catalogue: a fixture leaves once it is picked and looked at.
  await page.goto('/settings/plugins/gate-pass');
  await page.getByRole('button', { name: 'Prepare' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Stays here' });
  await card.locator('summary').click();
  await page.getByRole('checkbox', { name: /picture leaves/ }).check();
  const lines = page.getByRole('list', { name: /that leaves$/ });
  await expect(lines).toContainText('556123');
  await page.getByRole('textbox', { name: 'Its name, as it leaves' }).fill('At the gate');
  const confirm = page.getByRole('button', { name: 'Confirm and submit' });
  await page.getByRole('checkbox', { name: /I have looked/ }).check();
  await expect(confirm).toBeDisabled();
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByRole('heading', { name: 'At the gate' })).toBeVisible();
  await scrollClear(page);
  expect(await seriousProblems(page)).toEqual([]);
  await confirm.click();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

test('while the server is away nothing is lost, and what somebody else changed is not overwritten unasked', async ({
  page,
  signUp,
}) => {
  await signUp(page, {}, '/settings/plugins/studio');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gate pass');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForURL(/studio\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('textbox', { name: 'Program, TypeScript' })).toBeVisible();
  await page.context().setOffline(true);
  await write(page, '// written offline\n');
  await expect(page.getByText('The server does not answer.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText('// written offline')).toBeVisible();
  await write(elsewhere, '// theirs\n');
  await expect(elsewhere.getByText('Saved', { exact: true })).toBeVisible();
  await write(page, '// mine\n');
  await page.getByRole('button', { name: 'Compare' }).click();
  const conflict = page.getByRole('dialog');
  await expect(conflict).toContainText('− // theirs');
  await expect(conflict).toContainText('+ // mine');
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByText('// theirs')).toBeVisible();
});
