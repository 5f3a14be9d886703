import type { HTMLAttributes, ReactNode } from 'react';
import classes from './reticle.module.css';

/** The mark: corners around what is being read, and the line that was read. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d="M2.5 8V2.5H8M16 2.5h5.5V8M21.5 16v5.5H16M8 21.5H2.5V16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path d="M6.5 9.5h11" stroke="currentColor" strokeWidth="2" opacity="0.45" />
      <path d="M6.5 14.5h7.5" stroke="var(--signal-bright)" strokeWidth="3" />
    </svg>
  );
}

export function Wordmark({ size = 22 }: { size?: number }) {
  return (
    <span className={classes.wordmark}>
      <Mark size={size} />
      <span>Readout</span>
    </span>
  );
}

/** Corner marks around content: this is what is being looked at. */
export function Reticle({
  tone = 'plain',
  children,
  className,
  ...rest
}: HTMLAttributes<HTMLDivElement> & { tone?: 'plain' | 'signal' | 'notice' | 'alarm'; children: ReactNode }) {
  return (
    <div {...rest} className={`${classes.reticle} ${className ?? ''}`} data-tone={tone}>
      {children}
    </div>
  );
}
