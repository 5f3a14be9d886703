/**
 * What a hostile plugin tries: the body of its `read(input)`, and the codes its run may end with, divided by `|`; `ok`
 * where it gets nothing for it. Two codes only where memory and ticks run out at nearly the same time.
 */
export type HostileCase = [name: string, body: string, codes: string];

/** Source of a valid record; `text` and the rest are source too. */
export const note = (text: string, confidence = 0.5) =>
  `{ type: 'note', confidence: ${confidence}, fields: { text: { value: ${text}, raw: '', confidence: 1, evidence: [{ box: input.reading.lines[0].box, line: 'l0' }], checks: [] } } }`;
