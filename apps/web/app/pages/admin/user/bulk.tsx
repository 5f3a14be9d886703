import { TextInput } from '@mantine/core';
import { besideOf, doneOf, problemOf } from '../../../forms/answer.ts';
import { Bulk } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

/** Preview, outcome and undo of a bulk action. */
export function UsersBulk({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const undone = doneOf(answer, 'undo');
  const ran = doneOf(answer, 'run');
  const problem = problemOf(answer, 'run', 'preview', 'undo');
  return (
    <Bulk
      done={undone ? text('admin.users.bulk_undone', undone) : ran && text('admin.users.bulk_ran', ran)}
      bulkId={ran?.bulkId}
      problem={problem}
      shown={doneOf(answer, 'preview') ?? besideOf(answer, 'run')}
      panel={({ change, reason, confirmation, changes }) => ({
        title: text('admin.users.bulk_title', { change }),
        fields:
          change === 'suspend' ? (
            <TextInput
              name="reason"
              label={text('admin.users.reason', { reader: 'administrators' })}
              defaultValue={reason}
              error={problem?.fields.reason}
            />
          ) : confirmation && changes.length > 0 ? (
            <TextInput
              name="confirmation"
              label={text('admin.users.bulk_confirm', { words: confirmation })}
              autoComplete="off"
              error={problem?.fields.confirmation}
            />
          ) : null,
        run: text('admin.users.bulk_run', { change, count: changes.length }),
      })}
    />
  );
}
