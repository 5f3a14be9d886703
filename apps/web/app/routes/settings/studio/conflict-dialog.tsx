import { Button, Modal } from '@mantine/core';
import { diffLines } from 'diff';
import classes from './studio.module.css';
import type { DraftText } from './use-autosave.ts';

interface ConflictDialogProps {
  by: string;
  mine: DraftText;
  theirs: DraftText;
  keepMine(): void;
  takeTheirs(): void;
  close(): void;
}

const parts: { key: keyof DraftText; title: string }[] = [
  { key: 'source', title: 'Program' },
  { key: 'manifestText', title: 'Manifest' },
  { key: 'readme', title: 'Description' },
];

/** Longer comparisons are of texts with little in common. */
const maxMs = 500;
const maxLines = 400;

/** What somebody else wrote beside what stands here, line by line; nothing is lost before one of them is chosen. */
export function ConflictDialog({ by, mine, theirs, keepMine, takeTheirs, close }: ConflictDialogProps) {
  const changed = parts.filter(({ key }) => mine[key] !== theirs[key]);
  return (
    <Modal opened onClose={close} title="Changed in two places" size="xl">
      <p>
        Lines with − are {by}’s and not here; lines with + are only here. Taking {by}’s can be undone in the
        editor.
      </p>
      {changed.length === 0 ? <p>Both say the same.</p> : null}
      {changed.map(({ key, title }) => (
        <section key={key} aria-label={title}>
          <h3 className={classes.diffTitle}>{title}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre className={classes.diff} tabIndex={0}>
            {linesOf(theirs[key], mine[key]).map(({ sign, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
              <span key={index} data-sign={sign}>
                {sign} {text}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      ))}
      <div className={classes.diffActions}>
        <Button variant="default" onClick={keepMine}>
          Keep mine
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          Take theirs
        </Button>
      </div>
    </Modal>
  );
}

/** Changed lines with two of what stands around them; `…` for what is left out. */
function linesOf(theirs: string, mine: string): { sign: string; text: string }[] {
  const changes = diffLines(theirs, mine, { timeout: maxMs });
  if (!changes) return [{ sign: ' ', text: 'They have too little in common to be compared line by line.' }];
  const lines = changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ sign: added ? '+' : removed ? '−' : ' ', text })),
  );
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - 2), at + 3).some(({ sign }) => sign !== ' '),
  );
  return lines
    .flatMap((line, at) =>
      isNear[at] ? [line] : at === 0 || isNear[at - 1] ? [{ sign: ' ', text: '…' }] : [],
    )
    .slice(0, maxLines);
}
