import { Button } from '@mantine/core';
import { Form } from 'react-router';
import classes from '../../../plugins/plugins.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { PluginAnswer } from './plugin-action.server.ts';

/** What came of the last form, with the way back. */
export function Outcome({ answer }: { answer: PluginAnswer | undefined }) {
  const text = useText();
  return (
    <div role="status" className={classes.outcome} data-refused={answer?.problem ? true : undefined}>
      {answer?.problem?.message}
      {answer?.done?.said}
      {answer?.done?.undo ? (
        <Form method="post" preventScrollReset>
          {Object.entries(answer.done.undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="compact-sm" variant="default">
            {text('common.undo')}
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
