import { defineReader, layoutOf, listField } from '@readout/plugin-kit';
import { pairsOf } from './pairs.ts';

export default defineReader({
  read({ reading }) {
    const { pairs, cells, isTable } = pairsOf(layoutOf(reading));
    const list = listField(
      pairs.map(({ label, value, sighting }) => ({ sighting, value: { label, value } })),
    );
    if (!list || pairs.length < 3 || isTable) return [];
    // A letter or a chat with a colon here and there is no form: a good part of what is written must be labels and values.
    const length = (texts: readonly { text: string }[]) =>
      texts.reduce((sum, { text }) => sum + text.length, 0);
    const share = length(pairs.flatMap((pair) => pair.cells)) / Math.max(1, length(cells));
    // A colon or smaller letters above larger ones say more than standing beside each other, as names and amounts do too.
    const marked = pairs.filter((pair) => pair.isMarked).length;
    if (share < (marked >= 3 ? 0.38 : 0.6)) return [];
    const confidence = list.confidence * (0.5 + 0.35 * share);
    return [{ type: 'form', confidence: Math.round(confidence * 1000) / 1000, fields: { pairs: list } }];
  },
});
