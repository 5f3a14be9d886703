import { Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FormEvent } from 'react';
import { Form, useSubmit } from 'react-router';
import { useViewer } from '../shell/viewer.ts';
import { IconLogout } from '../ui/icons.ts';
import { plural } from '../ui/numbers.ts';
import { captureQueue, lockQueues } from './capture-queue.ts';
import { countDrafts } from './drafts.ts';
import type { QueueCounts } from './queue-types.ts';

/**
 * Signs out, after saying what stays on this device, and locks it. Works without scripts too.
 *
 * @param onAsk closes the menu, which would lie over the question
 */
export function SignOutItem({ onAsk }: { onAsk: () => void }) {
  const submit = useSubmit();
  const viewer = useViewer();
  const signOut = async (): Promise<void> => {
    await lockQueues();
    await submit(null, { method: 'post', action: '/auth/sign-out' });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void (async () => {
      const counts = captureQueue().counts();
      const drafts = viewer?.company
        ? await countDrafts({ userId: viewer.user.id, companyId: viewer.company.id })
        : 0;
      if (counts.waiting + counts.failed + drafts === 0) await signOut();
      else {
        onAsk();
        await warn(counts, drafts, signOut);
      }
    })();
  };
  return (
    <Form method="post" action="/auth/sign-out" role="none" onSubmit={onSubmit}>
      {/* A menu that closes takes the form with it before it is sent. */}
      <Menu.Item type="submit" closeMenuOnClick={false} leftSection={<IconLogout size={16} />}>
        Sign out
      </Menu.Item>
    </Form>
  );
}

async function warn(
  { waiting, failed }: QueueCounts,
  drafts: number,
  signOut: () => Promise<void>,
): Promise<void> {
  const { isDurable } = await captureQueue().storage();
  modals.openConfirmModal({
    title: 'Sign out with captures on this device?',
    children: (
      <Text size="sm">
        On this device:{' '}
        {[
          waiting > 0 ? `${plural(waiting, 'capture')} not sent yet` : '',
          failed > 0 ? `${plural(failed, 'capture')} not accepted` : '',
          drafts > 0 ? `${plural(drafts, 'picture')} of an unfinished batch or document` : '',
        ]
          .filter(Boolean)
          .join(', and ')}
        .{' '}
        {isDurable
          ? 'They stay on this device, locked: nobody else can open them, and they are sent when you sign in here again.'
          : 'This browser keeps nothing: they are lost when you sign out. Export them first, or wait until they are sent.'}
      </Text>
    ),
    labels: { confirm: 'Sign out', cancel: 'Stay' },
    confirmProps: isDurable ? {} : { color: 'red' },
    onConfirm: () => void signOut(),
  });
}
