import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './figures.module.css';
import { Text } from './layout.tsx';

export interface Figure {
  label: string;
  value: ReactNode;
  /** The list behind the number. */
  to?: string;
  tone?: 'notice' | 'alarm' | 'signal' | undefined;
  note?: string | undefined;
}

/** Numbers side by side, each leading to what it counts. */
export function Figures({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <ul className={classes.figures} aria-label={label}>
      {figures.map(({ label: name, value, to, tone, note }) => {
        const content = (
          <>
            <span className={classes.label}>{name}</span>
            <span className={classes.value} data-tone={tone}>
              {value}
            </span>
            {note ? (
              <Text as="span" size={12} tone="dim">
                {note}
              </Text>
            ) : null}
          </>
        );
        return <li key={name}>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>;
      })}
    </ul>
  );
}
