import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { PlatformUserDetail } from '@readout/domain/platform/get-user-for-platform';
import { platformRoles } from '@readout/domain/platform-policy';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { Problem as FormProblem } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import { Text } from '../../../ui/layout.tsx';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import classes from '../admin.module.css';
import { useMay } from '../use-may.ts';
import type { Erasure } from './erasure.ts';
import styles from './panel.module.css';

type Problem = FormProblem<{ userId: string; reason?: string; role?: string; confirmation?: string }>;
type ProblemOf = (intent: Intent) => Problem | undefined;

/** What is answered here; acting as a user leads elsewhere. */
export const userIntents = [
  'resume',
  'suspend',
  'sign_out',
  'reset_two_factor',
  'verify_email',
  'send_password_reset',
  'set_role',
  'delete',
] as const;
type Intent = 'act_as' | (typeof userIntents)[number];

/** Everything the viewer may do about a user; what is not possible now says why. */
export function UserForms({
  user,
  erasure,
  isMe,
  problem,
}: {
  user: PlatformUserDetail;
  erasure: Erasure | null;
  isMe: boolean;
  problem: ProblemOf;
}) {
  const text = useText();
  const locale = useLocale();
  const isSuspended = user.state === 'suspended';
  const may = useMay();
  const refusing = user.companies.find((company) => company.actingRefused);
  const form = { userId: user.id, problem };
  const yourself = isMe ? text('admin.users.why_not', { why: 'yourself' }) : undefined;
  const suspended = isSuspended ? text('admin.users.why_not', { why: 'is_suspended' }) : undefined;
  return (
    <div className={styles.forms}>
      {may('users.act_as') ? (
        <Act
          {...form}
          intent="act_as"
          why={
            yourself ??
            (user.role !== 'user'
              ? text('admin.users.why_not', { why: 'has_role' })
              : isSuspended
                ? text('admin.users.why_not', { why: 'act_as_suspended' })
                : refusing
                  ? text('admin.users.acting_refused', { company: refusing.name })
                  : undefined)
          }
          reasonReader="user"
        >
          {text('admin.users.explained', { intent: 'act_as' })}
        </Act>
      ) : null}
      {may('users.change') ? (
        <>
          {isSuspended ? (
            <Act {...form} intent="resume">
              {text('admin.users.explained', { intent: 'resume' })}
            </Act>
          ) : (
            <Act {...form} intent="suspend" why={yourself} reasonReader="administrators">
              {text('admin.users.explained', { intent: 'suspend' })}
            </Act>
          )}
          <div className={styles.row}>
            <Act
              {...form}
              intent="sign_out"
              why={
                yourself ??
                (user.sessionCount === 0 ? text('admin.users.why_not', { why: 'signed_out' }) : undefined)
              }
            />
            <Act
              {...form}
              intent="reset_two_factor"
              why={
                yourself ??
                (user.twoFactor ? undefined : text('admin.users.why_not', { why: 'no_second_factor' }))
              }
            />
            <Act
              {...form}
              intent="verify_email"
              why={user.emailVerified ? text('admin.users.why_not', { why: 'is_verified' }) : undefined}
            />
            <Act {...form} intent="send_password_reset" why={suspended} />
          </div>
        </>
      ) : null}
      {may('roles.give') ? (
        <Act
          {...form}
          intent="set_role"
          why={yourself ?? (user.role === 'user' ? suspended : undefined)}
          confirm={user.email}
          field={(problem) => (
            <NativeSelect
              name="role"
              label={text('common.role_label')}
              defaultValue={problem?.typed.role || user.role}
              data={platformRoles.map((role) => ({
                value: role,
                label: text('admin.users.role_choice', { role }),
              }))}
              error={problem?.fields.role}
            />
          )}
        >
          {text('admin.users.explained', { intent: 'set_role' })}
        </Act>
      ) : null}
      {erasure ? (
        <Act
          {...form}
          intent="delete"
          why={isMe ? text('admin.users.why_not', { why: 'own_account' }) : (erasure.obstacle ?? undefined)}
          confirm={user.email}
          isDestructive
        >
          {text('admin.users.explained', { intent: 'delete' })}
          {erasure.closing.length > 0
            ? ` ${text('admin.users.closes_too', {
                companies: new Intl.ListFormat(locale).format(erasure.closing.map(({ name }) => name)),
                count: erasure.closing.length,
              })}`
            : ''}
        </Act>
      ) : null}
    </div>
  );
}

/** One action. With something to enter it unfolds first. */
function Act({
  userId,
  intent,
  why,
  reasonReader,
  field,
  confirm,
  isDestructive = false,
  problem,
  children,
}: {
  userId: string;
  intent: Intent;
  /** Why it cannot be done. */
  why?: string | undefined;
  /** Who gets to read the reason it takes. */
  reasonReader?: 'user' | 'administrators';
  /** What else is chosen. */
  field?: (problem: Problem | undefined) => ReactNode;
  /** What has to be typed. */
  confirm?: string;
  isDestructive?: boolean;
  problem: ProblemOf;
  children?: ReactNode;
}) {
  const text = useText();
  const refused = problem(intent);
  const isSending = useSending();
  const isBusy = isSending(intent);
  const submit = (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={isDestructive ? 'outline' : 'default'}
      {...(isDestructive ? { color: 'red' } : {})}
      size="compact-md"
      disabled={why !== undefined}
      title={why ?? ''}
      loading={isBusy}
    >
      {text('admin.users.button', { intent })}
    </Button>
  );
  const form = (
    <Form method="post" className={classes.form} preventScrollReset>
      <input type="hidden" name="userId" value={userId} />
      {children ? (
        <Text size={14} tone="dim" isLong>
          {children}
        </Text>
      ) : null}
      {why ? (
        <Text size={12} tone="dim">
          {why}
        </Text>
      ) : null}
      {reasonReader && !why ? (
        <TextInput
          name="reason"
          label={text('admin.users.reason', { reader: reasonReader })}
          maxLength={500}
          required
          defaultValue={refused?.typed.reason ?? ''}
          error={refused?.fields.reason}
        />
      ) : null}
      {field && !why ? field(refused) : null}
      {confirm && !why ? (
        <TextInput
          name="confirmation"
          label={<FormattedText id="admin.confirm.type" values={{ words: <bdi>{confirm}</bdi> }} />}
          autoComplete="off"
          required
          defaultValue={refused?.typed.confirmation ?? ''}
          error={refused?.fields.confirmation}
        />
      ) : null}
      <Outcome problem={refused} />
      {submit}
    </Form>
  );
  if (intent !== 'act_as' && intent !== 'suspend' && intent !== 'set_role' && intent !== 'delete')
    return form;
  return (
    <details className={styles.unfold} open={refused !== undefined}>
      <summary>{text('admin.users.unfold', { intent })}</summary>
      {form}
    </details>
  );
}
