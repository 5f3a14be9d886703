import type { Reading } from '@readout/image-reader';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

/** Text of a PDF that its page does not show: nobody who looks at the page has seen it. Nothing where there is none. */
export function Disagreements({
  reading: { disagreements = [] },
}: {
  reading: Pick<Reading, 'disagreements'>;
}) {
  const text = useText();
  if (disagreements.length === 0) return null;
  return (
    <section className={classes.notRun} aria-labelledby="disagreements">
      <h3 id="disagreements">{text('workspace.record.disagreements')}</h3>
      <p>{text('workspace.record.disagreements_what')}</p>
      <ul>
        {disagreements.map(({ kind, text: claimed, box }) => (
          <li key={`${box} ${claimed}`}>
            <q dir="auto">{claimed}</q>{' '}
            <span className={classes.dim}>{text('workspace.record.disagreement', { kind })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
