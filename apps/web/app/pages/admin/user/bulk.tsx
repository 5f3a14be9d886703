import { TextInput } from '@mantine/core';
import { useLocation } from 'react-router';
import { problemOf } from '../../../problems/outcome.tsx';
import { BulkDone, BulkPanel } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { UsersAnswer } from './answer.ts';

/** Preview, outcome and undo of a bulk action. */
export function UsersBulk({ answer }: { answer: UsersAnswer | undefined }) {
  const text = useText();
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  if (!answer) return null;
  if (answer.undone)
    return (
      <BulkDone sentence={text('admin.users.bulk_undone', answer.undone)} bulkId={null} backTo={backTo} />
    );
  if (answer.ran)
    return (
      <BulkDone
        sentence={text('admin.users.bulk_ran', answer.ran)}
        bulkId={answer.ran.bulkId}
        backTo={backTo}
      />
    );
  const problem = problemOf(answer, 'run') ?? problemOf(answer, 'preview') ?? problemOf(answer, 'undo');
  if (!answer.bulk)
    return problem ? <BulkDone sentence={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { change, ids, reason, confirmation, changes, unchanged } = answer.bulk;
  return (
    <BulkPanel
      key={change}
      title={text('admin.users.bulk_title', { change })}
      change={change}
      ids={ids}
      changes={changes}
      unchanged={unchanged}
      problem={problem && Object.keys(problem.fields).length === 0 ? problem.message : undefined}
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
