import { Button, Group, Modal, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { answerCompanyQuestion, companyQuestion, onCompanyQuestion } from '../company-of-page.ts';
import { FormattedText, useText } from '../ui/texts.tsx';
import { useViewer } from '../viewer.ts';
import { sectionOf } from './section-of.ts';
import { tellCompany } from './use-session-news.ts';

/** Over a page whose company is no longer the one its person works in, until they say which they mean. */
export function CompanyQuestion() {
  const question = useSyncExternalStore(onCompanyQuestion, companyQuestion, () => undefined);
  const viewer = useViewer();
  const text = useText();
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
      title={<FormattedText id="common.question.title" values={{ company: <bdi>{about.name}</bdi> }} />}
    >
      <Text>
        {working ? (
          <FormattedText id="common.question.works_in" values={{ company: <bdi>{working.name}</bdi> }} />
        ) : (
          text('common.question.works_in_none')
        )}{' '}
        {text('common.question.nothing_lost')}
      </Text>
      {hasFailed ? (
        <Text c="var(--alarm)" role="alert" mt="sm">
          {text('common.question.failed')}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        {/* A new document: nothing of the other company stays in memory. */}
        <Button component="a" variant="default" href={sectionOf(location.pathname)}>
          {working ? (
            <span>
              <FormattedText id="common.question.work_in" values={{ company: <bdi>{working.name}</bdi> }} />
            </span>
          ) : (
            text('common.go_on')
          )}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void goBack(about.id)}>
          <span>
            <FormattedText id="common.question.back_to" values={{ company: <bdi>{about.name}</bdi> }} />
          </span>
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
