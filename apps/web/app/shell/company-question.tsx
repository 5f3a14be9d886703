import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { answerCompanyQuestion, companyQuestion, onCompanyQuestion } from '../company-of-page.ts';
import { sectionOf } from './section-of.ts';
import { tellCompany } from './use-session-news.ts';
import { useViewer } from './viewer.ts';

/** Over a page whose company is no longer the one its person works in, until they say which they mean. */
export function CompanyQuestion() {
  const question = useSyncExternalStore(onCompanyQuestion, companyQuestion, () => undefined);
  const viewer = useViewer();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const goBack = async (companyId: string): Promise<void> => {
    setIsBusy(true);
    const isBack = await switchTo(companyId);
    setIsBusy(false);
    setHasFailed(!isBack);
    if (!isBack) return;
    answerCompanyQuestion();
    if (viewer) tellCompany(viewer.user.id, companyId);
  };
  if (!question) return null;
  const { about, working } = question;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      title={
        <>
          This page is about <bdi>{about.name}</bdi>
        </>
      }
    >
      <Text>
        {working ? (
          <>
            You now work in <bdi>{working.name}</bdi>: the company was switched elsewhere in this browser.
          </>
        ) : (
          'You now work in no company.'
        )}{' '}
        Nothing was changed and nothing new is shown here until you choose. What you typed is kept if you go
        back.
      </Text>
      {hasFailed ? (
        <Text c="var(--alarm)" role="alert" mt="sm">
          Switching back did not work. Check the connection and try again.
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        {/* A document anew: nothing of the other company stays in memory. */}
        <Button component="a" variant="default" href={sectionOf(location.pathname)}>
          {working ? (
            <>
              Work in&nbsp;<bdi>{working.name}</bdi>
            </>
          ) : (
            'Go on'
          )}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void goBack(about.id)}>
          Back to&nbsp;<bdi>{about.name}</bdi>
        </Button>
      </Group>
    </Modal>
  );
}

async function switchTo(companyId: string): Promise<boolean> {
  try {
    const response = await fetch('/auth/switch-company', {
      method: 'POST',
      body: new URLSearchParams({ companyId }),
      redirect: 'manual',
    });
    return response.type === 'opaqueredirect';
  } catch {
    return false;
  }
}
