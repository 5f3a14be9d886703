import { TextInput } from '@mantine/core';
import { useLocation } from 'react-router';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { problemOf } from '../../settings/outcome.tsx';
import { BulkDone, BulkPanel } from '../bulk-panel.tsx';
import type { UsersAnswer } from './answer.ts';

const TITLES = {
  suspend: 'Suspend users',
  resume: 'End the suspension of users',
  sign_out: 'Sign users out everywhere',
} as const;
const DONE = { suspend: 'suspended', resume: 'active again', sign_out: 'signed out everywhere' } as const;
const RUN = { suspend: 'Suspend', resume: 'End suspension of', sign_out: 'Sign out' } as const;

/** Preview, outcome and undo of a bulk action. */
export function UsersBulk({ answer }: { answer: UsersAnswer | undefined }) {
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  if (!answer) return null;
  if (answer.undone) {
    const { undone, kept } = answer.undone;
    return (
      <BulkDone
        text={`Undone for ${plural(undone, 'user')}${kept > 0 ? `; ${plural(kept, 'was', 'were')} changed meanwhile and left alone` : ''}.`}
        bulkId={null}
        backTo={backTo}
      />
    );
  }
  if (answer.ran) {
    const { change, changed, unchanged, bulkId } = answer.ran;
    return (
      <BulkDone
        text={`${plural(changed, 'user')} ${DONE[change]}${unchanged > 0 ? `, ${wholeNumber(unchanged)} not changed` : ''}.`}
        bulkId={bulkId}
        backTo={backTo}
      />
    );
  }
  const problem = problemOf(answer, 'run') ?? problemOf(answer, 'preview') ?? problemOf(answer, 'undo');
  if (!answer.bulk) return problem ? <BulkDone text={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { bulk } = answer;
  return (
    <BulkPanel
      key={bulk.change}
      title={TITLES[bulk.change]}
      change={bulk.change}
      ids={bulk.ids}
      changes={bulk.changes}
      unchanged={bulk.unchanged}
      problem={problem && Object.keys(problem.fields).length === 0 ? problem.message : undefined}
      fields={
        bulk.change === 'suspend' ? (
          <TextInput
            name="reason"
            label="Reason, for other administrators"
            defaultValue={bulk.reason}
            error={problem?.fields.reason}
          />
        ) : bulk.confirmation && bulk.changes.length > 0 ? (
          <TextInput
            name="confirmation"
            label={`This cannot be undone. Type “${bulk.confirmation}” to go on`}
            autoComplete="off"
            error={problem?.fields.confirmation}
          />
        ) : undefined
      }
      run={`${RUN[bulk.change]} ${plural(bulk.changes.length, 'user')}`}
      backTo={backTo}
    />
  );
}
