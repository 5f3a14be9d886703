import { wholeNumber } from '@readout/texts/numbers';
import { useState } from 'react';
import { IconArrowBackUp, IconCopy, IconDownload, IconTrash, IconX } from '../../ui/icons.ts';
import { type SayText, useLocale, useText } from '../../ui/texts.tsx';
import { codeText, symbologyName } from './code-words.ts';
import classes from './count-panel.module.css';
import { byScanner, codeKey, type Tally, tallyCsv } from './tally.ts';

interface Props {
  tally: Tally;
  onTakeBack(key?: string): void;
  /** Empties the list; `onRestore` brings it back. */
  onClear(): void;
  onRestore: (() => void) | undefined;
}

/** How many different codes there are, and which. */
export function CountPanel({ tally, onTakeBack, onClear, onRestore }: Props) {
  const text = useText();
  const locale = useLocale();
  const [said, setSaid] = useState('');
  const { counted } = tally;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(counted.map((each) => each.text).join('\n'));
      setSaid(text('camera.count.copied', { count: counted.length }));
    } catch {
      setSaid(text('camera.count.not_copied'));
    }
  };
  return (
    <section className={classes.panel} aria-label={text('camera.count.tally')}>
      <p className={classes.total}>
        <b role="status">{wholeNumber(counted.length, locale)}</b>
        <span>{text('camera.count.total', { count: counted.length })}</span>
      </p>
      {counted.length > 0 ? (
        <ol className={classes.list} reversed aria-label={text('camera.count.list')}>
          {counted
            .map((each, index) => ({ ...each, number: index + 1 }))
            .reverse()
            .map((each) => (
              <li key={codeKey(each)}>
                <span className={classes.number}>{each.number}</span>
                <span className={classes.code}>
                  <b>{codeText(each.text)}</b>
                  <span>
                    {each.format === byScanner ? text('camera.count.by_scanner') : symbologyName(each.format)}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={text('camera.count.take_back', { code: codeText(each.text) })}
                  onClick={() => onTakeBack(codeKey(each))}
                >
                  <IconX size={18} aria-hidden />
                </button>
              </li>
            ))}
        </ol>
      ) : null}
      <div className={classes.actions}>
        <button
          type="button"
          disabled={counted.length === 0}
          aria-keyshortcuts="u"
          onClick={() => onTakeBack()}
        >
          <IconArrowBackUp size={18} aria-hidden /> {text('common.undo')}
        </button>
        <button type="button" disabled={counted.length === 0} onClick={() => void copy()}>
          <IconCopy size={18} aria-hidden /> {text('common.copy')}
        </button>
        <button type="button" disabled={counted.length === 0} onClick={() => download(tally, text)}>
          <IconDownload size={18} aria-hidden /> CSV
        </button>
        {onRestore ? (
          <button type="button" onClick={onRestore}>
            <IconArrowBackUp size={18} aria-hidden /> {text('camera.count.bring_back')}
          </button>
        ) : (
          <button type="button" disabled={counted.length === 0} onClick={onClear}>
            <IconTrash size={18} aria-hidden /> {text('camera.count.new')}
          </button>
        )}
      </div>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </section>
  );
}

function download(tally: Tally, text: SayText): void {
  const heads = [
    text('camera.count.csv_code'),
    text('camera.count.csv_symbology'),
    text('camera.count.csv_counted_at'),
  ] as const;
  const address = URL.createObjectURL(new Blob([tallyCsv(tally, heads)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `codes-${tally.counted.at(-1)?.at.slice(0, 10) ?? ''}.csv`;
  link.click();
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
