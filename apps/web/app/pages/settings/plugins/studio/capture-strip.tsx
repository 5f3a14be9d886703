import type { StudioCapture } from '@readout/domain/plugins/fixtures/rules';
import { useText } from '../../../../ui/texts.tsx';
import classes from './studio.module.css';

interface CaptureStripProps {
  captures: readonly StudioCapture[];
  openId: string | undefined;
  choose(captureId: string): void;
}

/** The company's newest captures: what the program can be tried on. */
export function CaptureStrip({ captures, openId, choose }: CaptureStripProps) {
  const text = useText();
  return (
    <ul className={classes.strip} aria-label={text('editor.capture.captures')}>
      {captures.map(({ id, name, pageNumber, pageCount }) => {
        const label = pageCount > 1 ? text('editor.capture.page_of', { name, page: pageNumber }) : name;
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === openId}
              aria-label={label}
              title={label}
              onClick={() => choose(id)}
            >
              <img src={`/api/v1/captures/${id}/thumbnail`} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
