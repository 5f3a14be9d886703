import { TextInput } from '@mantine/core';
import { useLocation } from 'react-router';
import { besideOf, doneOf, isBesideField, problemOf } from '../../../forms/answer.ts';
import { BulkDone, BulkPanel } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';

/** Preview, outcome and undo of a bulk action. */
export function UsersBulk({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  const undone = doneOf(answer, 'undo');
  const ran = doneOf(answer, 'run');
  if (undone)
    return <BulkDone sentence={text('admin.users.bulk_undone', undone)} bulkId={null} backTo={backTo} />;
  if (ran)
    return <BulkDone sentence={text('admin.users.bulk_ran', ran)} bulkId={ran.bulkId} backTo={backTo} />;
  const problem = problemOf(answer, 'run', 'preview', 'undo');
  const bulk = doneOf(answer, 'preview') ?? besideOf(answer, 'run');
  if (!bulk) return problem ? <BulkDone sentence={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { change, ids, reason, confirmation, changes, unchanged } = bulk;
  return (
    <BulkPanel
      key={change}
      title={text('admin.users.bulk_title', { change })}
      change={change}
      ids={ids}
      changes={changes}
      unchanged={unchanged}
      problem={problem && !isBesideField(problem) ? problem.message : undefined}
      fields={
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
        ) : undefined
      }
      run={text('admin.users.bulk_run', { change, count: changes.length })}
      backTo={backTo}
    />
  );
}
