import { Button, TextInput } from '@mantine/core';
import type { MemberInList } from '@readout/domain/companies/find-members';
import { Form, Link } from 'react-router';
import { problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import settings from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import type { Route } from './+types/page';
import classes from './members.module.css';

/** Making a member owner beside oneself or in one's place: confirmed by typing the company's name. */
export function OwnerPanel({
  member,
  companyName,
  answer,
}: {
  member: Pick<MemberInList, 'userId' | 'name'>;
  companyName: string;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const problem = problemOf(answer, 'owner');
  const isSending = useSending();
  return (
    <Form method="post" className={settings.panel} data-tone="notice" id="owner">
      <h2>
        <FormattedText id="settings.members.make_owner" values={{ name: <bdi>{member.name}</bdi> }} />
      </h2>
      <p>{text('settings.members.make_owner_hint')}</p>
      <input type="hidden" name="intent" value="owner" />
      <input type="hidden" name="userId" value={member.userId} />
      <input type="hidden" name="name" value={member.name} />
      <TextInput
        label={text('settings.company.name_of')}
        description={
          <FormattedText
            id="settings.company.type_to_confirm"
            values={{ name: <strong dir="auto">{companyName}</strong> }}
          />
        }
        name="confirmation"
        dir="auto"
        autoComplete="off"
        defaultValue={problem?.typed.confirmation}
        error={problem?.fields.confirmation}
      />
      <div className={classes.buttons}>
        <Button type="submit" name="handOver" value="" loading={isSending('owner', { handOver: '' })}>
          {text('settings.members.add_as_owner')}
        </Button>
        <Button
          type="submit"
          name="handOver"
          value="yes"
          variant="default"
          loading={isSending('owner', { handOver: 'yes' })}
        >
          {text('settings.members.hand_over')}
        </Button>
        <Button component={Link} to="/settings/members" variant="subtle">
          {text('common.cancel')}
        </Button>
      </div>
      <Outcome problem={problem} />
    </Form>
  );
}
