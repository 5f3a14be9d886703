import { Button } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Row, Stack } from '../../../../../ui/layout.tsx';
import { useText } from '../../../../../ui/texts.tsx';
import classes from '../studio.module.css';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';

interface ListOfProps {
  path: Path;
  /** What they are, for the names of the buttons. */
  part: 'record_type' | 'field' | 'column' | 'setting' | 'option';
  /** What another one begins as. */
  begin(): unknown;
  /** Label of one in the names of its buttons. */
  nameOf(value: unknown, index: number): string;
  children(path: Path, index: number): ReactNode;
}

/** Parts of a list with what adds, moves and removes them. */
export function ListOf({ path, part, begin, nameOf, children }: ListOfProps) {
  const text = useText();
  const { value, set, problem } = useManifestForm();
  const list = value(path);
  const parts: unknown[] = Array.isArray(list) ? list : [];
  const swap = (index: number): void => {
    const next = [...parts];
    [next[index - 1], next[index]] = [next[index], next[index - 1]];
    set(path, next);
  };
  return (
    <Stack gap={10}>
      {problem(path) ? (
        <p className={classes.refused} role="alert">
          {problem(path)}
        </p>
      ) : null}
      {parts.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is the place it has in the text
        <Fragment key={index}>
          <fieldset className={classes.part}>
            <legend>{text('editor.manifest.part', { part, number: index + 1 })}</legend>
            {children([...path, index], index)}
            <Row isOneLine gap={4}>
              {index > 0 ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={text('editor.manifest.move', { part, name: nameOf(each, index) })}
                  onClick={() => swap(index)}
                >
                  {text('editor.manifest.up')}
                </Button>
              ) : null}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={text('editor.manifest.remove_part', { part, name: nameOf(each, index) })}
                onClick={() => set([...path, index], undefined)}
              >
                {text('editor.manifest.remove')}
              </Button>
            </Row>
          </fieldset>
        </Fragment>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        className={classes.add}
        onClick={() => set([...path, parts.length], begin())}
      >
        {text('editor.manifest.add', { part })}
      </Button>
    </Stack>
  );
}
