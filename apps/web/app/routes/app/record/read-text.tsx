import { ActionIcon, CopyButton } from '@mantine/core';
import type { Reading } from '@readout/image-reader';
import { IconCheck, IconCopy } from '../../../ui/icons.ts';
import { plural } from '../../../ui/numbers.ts';
import { useFocus } from '../focus.ts';
import { percent } from './doubt.ts';
import classes from './record.module.css';

/** Everything the engine saw, as it saw it. */
export function ReadText({ reading }: { reading: Reading }) {
  const { litId, lightUp } = useFocus();
  const { lines, barcodes, engine, timings } = reading;
  const all = [...barcodes.map(({ text }) => text), ...lines.map(({ text }) => text)].join('\n');
  return (
    <details className={classes.read}>
      <summary>
        Everything that was read{' '}
        <span className={classes.dim}>
          {[barcodes.length > 0 ? plural(barcodes.length, 'barcode') : '', plural(lines.length, 'line')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </summary>
      <div className={classes.readTools}>
        <span className={classes.dim}>
          Engine {engine.version}, {Math.round(timings.decode + timings.barcodes + timings.text)} ms
        </span>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={copied ? 'Copied' : 'Copy all text'}
              onClick={copy}
            >
              {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </div>
      <ul>
        {barcodes.map(({ id, text, format }) => (
          <li
            key={id}
            data-lit={litId === id || undefined}
            onPointerEnter={() => lightUp(id)}
            onPointerLeave={() => lightUp(undefined)}
          >
            <code>{text}</code>
            <span className={classes.dim}>{format}</span>
          </li>
        ))}
        {lines.map(({ id, text, confidence }) => (
          <li
            key={id}
            data-lit={litId === id || undefined}
            onPointerEnter={() => lightUp(id)}
            onPointerLeave={() => lightUp(undefined)}
          >
            <span>{text}</span>
            <span className={classes.dim}>{percent(confidence)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
