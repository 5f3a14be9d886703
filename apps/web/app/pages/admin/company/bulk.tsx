import { TextInput } from '@mantine/core';
import { useLocation } from 'react-router';
import { besideOf, doneOf, isBesideField, problemOf } from '../../../forms/answer.ts';
import { BulkDone, BulkPanel } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { LIMIT_FIELDS } from './limits.ts';

/** Preview, outcome and undo of a bulk action. */
export function CompaniesBulk({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  const undone = doneOf(answer, 'undo');
  const ran = doneOf(answer, 'run');
  if (undone)
    return <BulkDone sentence={text('admin.companies.bulk_undone', undone)} bulkId={null} backTo={backTo} />;
  if (ran)
    return <BulkDone sentence={text('admin.companies.bulk_ran', ran)} bulkId={ran.bulkId} backTo={backTo} />;
  const problem = problemOf(answer, 'run', 'preview', 'undo');
  const bulk = doneOf(answer, 'preview') ?? besideOf(answer, 'run');
  if (!bulk) return problem ? <BulkDone sentence={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { change, ids, typed, isEmpty, changes, unchanged } = bulk;
  return (
    <BulkPanel
      key={change}
      title={text('admin.companies.bulk_title', { change })}
      change={change}
      ids={ids}
      changes={changes}
      unchanged={unchanged}
      problem={
        problem && !isBesideField(problem)
          ? problem.message
          : isEmpty
            ? text('admin.companies.bulk_enter', { count: ids.length })
            : undefined
      }
      fields={
        change === 'suspend' ? (
          <TextInput
            name="reason"
            label={text('admin.companies.bulk_reason')}
            defaultValue={typed.reason}
            error={problem?.fields.reason}
          />
        ) : change === 'limits' ? (
          LIMIT_FIELDS.map((limit) => (
            <TextInput
              key={limit}
              name={limit}
              label={text('admin.companies.bulk_limit', { limit })}
              placeholder={text('admin.companies.bulk_stays')}
              defaultValue={typed[limit]}
              error={problem?.fields[limit === 'maxGigabytes' ? 'maxBytes' : limit]}
            />
          ))
        ) : undefined
      }
      run={text('admin.companies.bulk_run', { change, count: changes.length })}
      backTo={backTo}
    />
  );
}
