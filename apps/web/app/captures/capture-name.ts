import type { CaptureListItem } from '@readout/domain/captures/rules';
import type { RecordFact } from '@readout/domain/records/rules';
import { useShownFact } from '../record/use-readable.ts';

type Named = Pick<CaptureListItem, 'title' | 'fileName' | 'records'>;

/** What a capture is called in lists. */
export const captureTitle = ({ title, fileName, records: [best] }: Named): string =>
  title || best?.title || fileName;

/** What it is called where it is not seen: `Harbour Café, 12.25`, its title and, where it has one, its first amount. */
export function captureName(capture: Named, shownFact: (fact: RecordFact) => string): string {
  const title = captureTitle(capture);
  const amount = capture.records[0]?.facts.find(({ type }) => type === 'amount');
  const shown = amount && shownFact(amount);
  return shown && shown !== title ? `${title}, ${shown}` : title;
}

export function useCaptureName(): (capture: Named) => string {
  const shownFact = useShownFact();
  return (capture) => captureName(capture, shownFact);
}
