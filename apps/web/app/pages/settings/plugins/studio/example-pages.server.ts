import type { StudioInput } from '@readout/domain/plugins/fixtures/rules';
import { inputOfText } from '@readout/plugin-kit/testing';
import { drawnId } from './drawn-id.ts';
import { starters } from './starter.ts';

/** Pages of text to try a program on where nothing was captured yet; the one of the starter the draft began with first. */
export function examplePages(source: string): StudioInput[] {
  return starters
    .toSorted((a, b) => Number(b.source === source) - Number(a.source === source))
    .map(({ key, page }) => {
      const input = inputOfText(page);
      const { width, height } = input.reading.page;
      return {
        id: drawnId(key),
        name: page.split('\n', 1)[0]!,
        pageNumber: 1,
        pageCount: 1,
        width,
        height,
        createdAt: '',
        input,
      };
    });
}
