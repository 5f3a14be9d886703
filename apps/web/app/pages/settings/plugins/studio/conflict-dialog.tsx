import { Button, Modal } from '@mantine/core';
import { diffLines } from 'diff';
import { Row, Text } from '../../../../ui/layout.tsx';
import { type SayText, useText } from '../../../../ui/texts.tsx';
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

const parts = [
  { key: 'source', part: 'program' },
  { key: 'manifestText', part: 'manifest' },
  { key: 'readme', part: 'readme' },
] as const;

/** Longer comparisons are of texts with little in common. */
const maxMs = 500;
const maxLines = 400;

/** What somebody else wrote beside what stands here, line by line; nothing is lost before one of them is chosen. */
export function ConflictDialog({ by, mine, theirs, keepMine, takeTheirs, close }: ConflictDialogProps) {
  const text = useText();
  const changed = parts.filter(({ key }) => mine[key] !== theirs[key]);
  return (
    <Modal opened onClose={close} title={text('editor.conflict.title')} size="xl">
      <p>{text('editor.conflict.lead', { name: by })}</p>
      {changed.length === 0 ? <p>{text('editor.conflict.same')}</p> : null}
      {changed.map(({ key, part }) => (
        <section key={key} aria-label={text('editor.desk.part', { part })}>
          <Text as="h3" size={14} weight={600} above={16} below={4}>
            {text('editor.desk.part', { part })}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre className={classes.diff} tabIndex={0}>
            {linesOf(theirs[key], mine[key], text).map(({ sign, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
              <span key={index} data-sign={sign}>
                {sign} {line}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      ))}
      <Row isOneLine gap={8} above={16}>
        <Button variant="default" onClick={keepMine}>
          {text('editor.conflict.keep')}
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          {text('editor.conflict.take')}
        </Button>
      </Row>
    </Modal>
  );
}

/** Changed lines with two of what stands around them; `…` for what is left out. */
function linesOf(theirs: string, mine: string, text: SayText): { sign: string; line: string }[] {
  const changes = diffLines(theirs, mine, { timeout: maxMs });
  if (!changes) return [{ sign: ' ', line: text('editor.conflict.too_different') }];
  const lines = changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({ sign: added ? '+' : removed ? '−' : ' ', line })),
  );
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - 2), at + 3).some(({ sign }) => sign !== ' '),
  );
  return lines
    .flatMap((line, at) =>
      isNear[at] ? [line] : at === 0 || isNear[at - 1] ? [{ sign: ' ', line: '…' }] : [],
    )
    .slice(0, maxLines);
}
