import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import classes from '../studio.module.css';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';

interface ListOfProps {
  path: Path;
  /** One of them, for the buttons: `field`. */
  one: string;
  /** What another one begins as. */
  begin(): unknown;
  /** Label of one in the names of its buttons. */
  nameOf(value: unknown, index: number): string;
  children(path: Path, index: number): ReactNode;
}

/** Parts of a list with what adds, moves and removes them. */
export function ListOf({ path, one, begin, nameOf, children }: ListOfProps) {
  const { value, set, problem } = useManifestForm();
  const list = value(path);
  const parts: unknown[] = Array.isArray(list) ? list : [];
  const swap = (index: number): void => {
    const next = [...parts];
    [next[index - 1], next[index]] = [next[index], next[index - 1]];
    set(path, next);
  };
  return (
    <div className={classes.parts}>
      {problem(path) ? (
        <p className={classes.refused} role="alert">
          {problem(path)}
        </p>
      ) : null}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is the place it has in the text
        <Fragment key={index}>
          <fieldset className={classes.part}>
            <legend>
              {one.slice(0, 1).toUpperCase() + one.slice(1)} {index + 1}
            </legend>
            {children([...path, index], index)}
            <div className={classes.partActions}>
              {index > 0 ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Move ${one} ${nameOf(part, index)} up`}
                  onClick={() => swap(index)}
                >
                  Up
                </Button>
              ) : null}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Remove ${one} ${nameOf(part, index)}`}
                onClick={() => set([...path, index], undefined)}
              >
                Remove
              </Button>
            </div>
          </fieldset>
        </Fragment>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        className={classes.add}
        onClick={() => set([...path, parts.length], begin())}
      >
        Add {one}
      </Button>
    </div>
  );
}
