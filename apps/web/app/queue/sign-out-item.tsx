import { Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FormEvent } from 'react';
import { Form, useSubmit } from 'react-router';
import { localeOfPage, textOfPage } from '../texts/page-text.ts';
import { IconLogout } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { captureQueue, lockQueues } from './capture-queue.ts';
import { countDrafts } from './drafts.ts';
import type { QueueCounts } from './queue-types.ts';

/**
 * Signs out, after saying what stays on this device, and locks it. Works without scripts too.
 *
 * @param onAsk closes the menu, which would lie over the question
 */
export function SignOutItem({ onAsk }: { onAsk: () => void }) {
  const text = useText();
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
        {text('common.sign_out')}
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
  const text = textOfPage();
  const parts = [
    waiting > 0 ? text('common.sign_out_with.not_sent', { count: waiting }) : '',
    failed > 0 ? text('common.sign_out_with.not_accepted', { count: failed }) : '',
    drafts > 0 ? text('common.sign_out_with.unfinished', { count: drafts }) : '',
  ].filter(Boolean);
  modals.openConfirmModal({
    title: text('common.sign_out_with.title'),
    children: (
      <Text size="sm">
        {text('common.sign_out_with.what', {
          kept: isDurable ? 'locked' : 'lost',
          what: new Intl.ListFormat(localeOfPage()).format(parts),
        })}
      </Text>
    ),
    labels: { confirm: text('common.sign_out'), cancel: text('common.sign_out_with.stay') },
    confirmProps: isDurable ? {} : { color: 'red' },
    onConfirm: () => void signOut(),
  });
}
