import { TextInput } from '@mantine/core';
import { besideOf, doneOf, problemOf } from '../../../forms/answer.ts';
import { Bulk } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import { LIMIT_FIELDS } from './limits.ts';

/** Preview, outcome and undo of a bulk action. */
export function CompaniesBulk({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const text = useText();
  const undone = doneOf(answer, 'undo');
  const ran = doneOf(answer, 'run');
  const problem = problemOf(answer, 'run', 'preview', 'undo');
  return (
    <Bulk
      done={
        undone ? text('admin.companies.bulk_undone', undone) : ran && text('admin.companies.bulk_ran', ran)
      }
      bulkId={ran?.bulkId}
      problem={problem}
      shown={doneOf(answer, 'preview') ?? besideOf(answer, 'run')}
      panel={({ change, ids, typed, isEmpty, changes }) => ({
        title: text('admin.companies.bulk_title', { change }),
        missing: isEmpty ? text('admin.companies.bulk_enter', { count: ids.length }) : undefined,
        fields:
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
          ) : null,
        run: text('admin.companies.bulk_run', { change, count: changes.length }),
      })}
    />
  );
}
