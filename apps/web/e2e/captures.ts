import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

/** Sends an even picture as one capture of the person the page is signed in as. */
export async function capture(page: Page, origin: string, name: string, grey: number): Promise<void> {
  const buffer = await sharp({
    create: { width: 64, height: 64, channels: 3, background: { r: grey, g: grey, b: grey } },
  })
    .png()
    .toBuffer();
  const answer = await page.request.post('/api/v1/captures', {
    headers: { origin },
    multipart: { file: { name, mimeType: 'image/png', buffer } },
  });
  expect(answer.ok()).toBe(true);
}
