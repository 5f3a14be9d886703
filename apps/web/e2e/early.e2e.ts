import { capture } from './captures.ts';
import { expect, test, triedTwice } from './fixtures.ts';
import { painted } from './painted.ts';
import { withoutScripts } from './without-scripts.ts';

triedTwice();

test('what is done before a page’s scripts run is not lost: clicked, typed, sent, chosen, pasted, dropped', async ({
  page,
  signUp,
  server,
}) => {
  await signUp(page);

  let go = await withoutScripts(page, '/app');
  await page.getByRole('button', { name: 'Pair a phone' }).last().click();
  await go();
  await expect(page.getByRole('dialog', { name: 'Pair a phone' })).toBeVisible();

  for (const grey of [200, 210, 220]) await capture(page, server.origin, `${grey}.png`, grey);
  go = await withoutScripts(page, '/app');
  const rows = page.getByRole('grid').getByRole('row');
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await go();
  await expect(page.getByRole('region', { name: 'Selected captures' })).toContainText('2 captures selected');

  go = await withoutScripts(page, '/settings/account');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Early Bird');
  await name.press('Enter');
  await go();
  await expect(page.getByRole('button', { name: 'Account: Early Bird' })).toBeVisible();

  // Chosen while the page still comes in, before anything in it has run.
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!field || location.pathname !== '/settings/plugins/upload') return;
      look.disconnect();
      const chosen = new DataTransfer();
      chosen.items.add(new File(['{}'], 'early.readout-plugin'));
      field.files = chosen.files;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/settings/plugins/upload');
  await expect(page.getByText('early.readout-plugin').first()).toBeVisible();
  await expect(page.getByText('This is not a package of Readout', { exact: false }).first()).toBeVisible();

  go = await withoutScripts(page, '/app');
  await rows.nth(0).getByRole('checkbox').check();
  await rows
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await go();
  await expect(page.getByRole('region', { name: 'Selected captures' })).toContainText('3 captures selected');

  const picture = await painted(page, { type: 'png' });
  go = await withoutScripts(page, '/desktop');
  await page.waitForLoadState('domcontentloaded');
  await page.evaluate(
    async (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'early.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes), ' '], 'dropped.png', { type: 'image/png' }));
      for (const event of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [...picture],
  );
  await go();
  for (const name of ['early.png', 'dropped.png'])
    await expect(page.getByRole('list', { name: 'Given in on this visit' }).getByText(name)).toBeVisible();
});
