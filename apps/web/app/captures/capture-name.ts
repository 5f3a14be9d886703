import type { CaptureListItem } from '@readout/domain/captures/rules';
import type { RecordFact } from '@readout/domain/records/rules';
import { useShownFact } from '../record/use-readable.ts';

type Named = Pick<CaptureListItem, 'title' | 'fileName' | 'records'>;
type ShownFact = (fact: RecordFact) => string;

/** What a capture is called in lists: days and amounts as the page writes them. */
export function captureTitle({ title, fileName, records: [best] }: Named, shownFact: ShownFact): string {
  const value = title || best?.title || fileName;
  return best?.titleType && value === best.title
    ? shownFact({ label: '', value, type: best.titleType, rows: null })
    : value;
}

/** What it is called where it is not seen: `Harbour Café, 12.25`, its title and, where it has one, its first amount. */
export function captureName(capture: Named, shownFact: ShownFact): string {
  const title = captureTitle(capture, shownFact);
  const amount = capture.records[0]?.facts.find(({ type }) => type === 'amount');
  const shown = amount && shownFact(amount);
  return shown && shown !== title ? `${title}, ${shown}` : title;
}

export function useCaptureTitle(): (capture: Named) => string {
  const shownFact = useShownFact();
  return (capture) => captureTitle(capture, shownFact);
}

export function useCaptureName(): (capture: Named) => string {
  const shownFact = useShownFact();
  return (capture) => captureName(capture, shownFact);
}
