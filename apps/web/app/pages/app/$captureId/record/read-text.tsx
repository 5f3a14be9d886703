import { ActionIcon, CopyButton } from '@mantine/core';
import type { Reading } from '@readout/image-reader';
import type { KeyboardEvent } from 'react';
import { percent } from '../../../../record/doubt.ts';
import { useFocus, useLitId } from '../../../../ui/focus.ts';
import { IconCheck, IconCopy } from '../../../../ui/icons.ts';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

/** Everything the engine saw, as it saw it. */
export function ReadText({ reading }: { reading: Reading }) {
  const text = useText();
  const locale = useLocale();
  const { lightUp } = useFocus();
  const litId = useLitId();
  const { lines, barcodes, engine, timings } = reading;
  const seen = [...barcodes, ...lines];
  /** As the pointer does it: the line one is on lights up in the picture. */
  const step = (event: KeyboardEvent<HTMLUListElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = seen.findIndex(({ id }) => id === litId);
    const next = Math.min(Math.max(at + by, 0), seen.length - 1);
    lightUp(seen[next]?.id);
    event.currentTarget.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const all = [...barcodes.map(({ text }) => text), ...lines.map(({ text }) => text)].join('\n');
  return (
    <details className={classes.read}>
      <summary>
        {text('workspace.record.everything_read')}{' '}
        <span className={classes.dim}>
          {text('workspace.record.barcodes_and_lines', { barcodes: barcodes.length, lines: lines.length })}
        </span>
      </summary>
      <div className={classes.readTools}>
        <span className={classes.dim}>
          {text('workspace.record.engine', {
            version: engine.version,
            ms: Math.round(timings.decode + timings.barcodes + timings.text),
          })}
        </span>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={copied ? text('common.copied') : text('workspace.record.copy_all_text')}
              onClick={copy}
            >
              {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </div>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one goes through it by arrow keys
        tabIndex={0}
        aria-label={text('workspace.record.everything_read')}
        onKeyDown={step}
        onBlur={() => lightUp(undefined)}
      >
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
            <span className={classes.dim}>{percent(confidence, locale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
