import { Button, TextInput } from '@mantine/core';
import type { MemberInList } from '@readout/domain/companies/find-members';
import { Form, Link, useNavigation } from 'react-router';
import { Outcome, problemOf } from '../outcome.tsx';
import type { MembersAnswer } from './answer.ts';
import classes from './members.module.css';

/** Making a member owner beside oneself or in one's place: confirmed by typing the company's name. */
export function OwnerPanel({
  member,
  companyName,
  answer,
}: {
  member: Pick<MemberInList, 'userId' | 'name'>;
  companyName: string;
  answer: MembersAnswer | undefined;
}) {
  const problem = problemOf(answer, 'owner');
  const busy = useNavigation().formData;
  const handing = busy?.get('intent') === 'owner' ? busy.get('handOver') : undefined;
  return (
    <Form method="post" className={classes.panel} data-tone="notice" id="owner">
      <h2>
        Make <bdi>{member.name}</bdi> owner
      </h2>
      <p>
        Owners can do everything: change the company, decide about owners, switch support access on, close the
        company. Add them beside you, or hand your ownership over and stay as admin.
      </p>
      <input type="hidden" name="intent" value="owner" />
      <input type="hidden" name="userId" value={member.userId} />
      <input type="hidden" name="name" value={member.name} />
      <TextInput
        label="Name of the company"
        description={
          <>
            Type <strong dir="auto">{companyName}</strong> to confirm.
          </>
        }
        name="confirmation"
        dir="auto"
        autoComplete="off"
        defaultValue={problem?.typed.confirmation}
        error={problem?.fields.confirmation}
      />
      <div className={classes.buttons}>
        <Button type="submit" name="handOver" value="" loading={handing === ''}>
          Add as owner
        </Button>
        <Button type="submit" name="handOver" value="yes" variant="default" loading={handing === 'yes'}>
          Hand over and become admin
        </Button>
        <Button component={Link} to="/settings/members" variant="subtle">
          Cancel
        </Button>
      </div>
      <Outcome problem={problem} />
    </Form>
  );
}
