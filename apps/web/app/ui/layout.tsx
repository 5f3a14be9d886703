import type { CSSProperties, HTMLAttributes } from 'react';
import classes from './layout.module.css';

type Heading = 'h1' | 'h2' | 'h3' | 'h4' | 'header' | 'legend';
type Block = 'dd' | 'div' | 'fieldset' | 'figcaption' | 'li' | 'nav' | 'ol' | 'p' | 'section' | 'ul';
type Words = 'b' | 'code' | 'small' | 'span' | 'strong';

interface ElementProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  as?: Heading | Block | Words;
  /** Of the letters, in pixels where the browser's own size is 16. */
  size?: 11 | 12 | 13 | 14 | 15 | 16 | 18;
  tone?: 'dim' | 'plain' | 'signal' | 'notice' | 'alarm';
  weight?: 400 | 560 | 600;
  /** Room above and below, in pixels. */
  above?: number;
  below?: number;
}

interface TextProps extends ElementProps {
  /** Several lines to read. */
  isLong?: boolean;
  isMono?: boolean;
  /** Too long a word is broken. */
  isBroken?: boolean;
  /** What does not fit into one line is left out. */
  isCut?: boolean;
  /** Line ends stay. */
  hasLines?: boolean;
}

interface RowProps extends ElementProps {
  gap: number | string;
  align?: 'start' | 'center' | 'end' | 'baseline';
  justify?: 'center' | 'end' | 'space-between';
  isOneLine?: boolean;
}

interface StackProps extends ElementProps {
  gap: number;
}

type Switch = readonly [isOn: boolean | undefined, name: string | undefined];

/** Words in one of the few sizes and tones there are. */
export function Text({ isLong, isMono, isBroken, isCut, hasLines, ...rest }: TextProps) {
  return (
    <Plain
      as="p"
      {...rest}
      own={[
        [true, classes.text],
        [isLong, classes.long],
        [isMono, classes.mono],
        [isBroken, classes.broken],
        [isCut, classes.cut],
        [hasLines, classes.lines],
      ]}
    />
  );
}

/** One beside the other, in as many lines as they need. */
export function Row({ gap, align, justify, isOneLine, ...rest }: RowProps) {
  return (
    <Plain
      {...rest}
      own={[
        [true, classes.row],
        [isOneLine, classes.oneLine],
      ]}
      style={{ gap, alignItems: align, justifyContent: justify }}
    />
  );
}

/** One below the other. */
export function Stack({ gap, ...rest }: StackProps) {
  return <Plain {...rest} own={[[true, classes.stack]]} style={{ gap }} />;
}

/** Side by side where there is room, else one below the other. */
export function Columns({ count = 2, gap, ...rest }: ElementProps & { count?: 2 | 3; gap: string }) {
  return (
    <Plain
      {...rest}
      own={[
        [true, classes.columns],
        [count === 3, classes.three],
      ]}
      style={{ gap }}
    />
  );
}

/** A list in a frame, with a line between each and the next. */
export function Lines(props: ElementProps) {
  return <Plain as="ul" {...props} own={[[true, classes.linesBetween]]} />;
}

/** Links of which one is where one is. */
export function PageTabs(props: ElementProps) {
  return <Plain as="nav" {...props} own={[[true, classes.tabs]]} />;
}

/** For screen readers, and out of sight. */
export function Hidden(props: ElementProps) {
  return <Plain as="span" {...props} own={[[true, classes.hidden]]} />;
}

function Plain({
  as: As = 'div',
  size,
  tone,
  weight,
  above,
  below,
  className,
  own,
  style,
  ...rest
}: ElementProps & { own: readonly Switch[]; style?: CSSProperties }) {
  const isSpaced = above !== undefined || below !== undefined;
  const names = [
    ...own.map(([isOn, name]) => isOn && name),
    size && classes[`size${size}`],
    tone && classes[tone],
    weight && classes[`weight${weight}`],
    isSpaced && classes.spaced,
    className,
  ];
  // What stands around it may say otherwise: the room is a variable instead of the property.
  const room = isSpaced ? { '--above': `${above ?? 0}px`, '--below': `${below ?? 0}px` } : {};
  return (
    <As {...rest} className={names.filter(Boolean).join(' ') || undefined} style={{ ...style, ...room }} />
  );
}
