import { Button, CopyButton, Modal } from '@mantine/core';
import type { OpenedMail } from '@readout/domain/mails/open-mail';
import { useState } from 'react';
import { IconCheck, IconCopy } from '../../../ui/icons.ts';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import classes from './outbox.module.css';

/** What a mail says. Its link is for somebody else: it is copied, not clicked, unless it is one's own. */
export function OpenedMailDialog({ opened }: { opened: OpenedMail | undefined }) {
  const text = useText();
  const [closed, setClosed] = useState<OpenedMail>();
  const [shown, setShown] = useState(opened);
  // Stays while it fades out.
  if (opened && opened !== shown) setShown(opened);
  return (
    <Modal
      opened={opened !== undefined && closed !== opened}
      onClose={() => setClosed(opened)}
      title={<span dir="auto">{shown?.subject}</span>}
      closeButtonProps={{ 'aria-label': text('common.close') }}
      size="lg"
      centered
    >
      {shown ? (
        <div className={classes.dialog}>
          <p>
            <FormattedText
              id="admin.mail.to"
              values={{
                address: (
                  <strong dir="ltr" data-as-typed>
                    {shown.to}
                  </strong>
                ),
                whose: shown.isOwn ? 'own' : 'theirs',
              }}
            />
          </p>
          {shown.links.map((link) => (
            <div key={link} className={classes.link}>
              <code>{link}</code>
              <CopyButton value={link}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    size="compact-sm"
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  >
                    {text(copied ? 'common.copied' : 'common.copy')}
                  </Button>
                )}
              </CopyButton>
              {shown.isOwn ? (
                <Button component="a" href={link} size="compact-sm">
                  {text('admin.mail.follow')}
                </Button>
              ) : null}
            </div>
          ))}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
          <pre className={classes.letter} tabIndex={0} dir="auto">
            {shown.text}
          </pre>
        </div>
      ) : null}
    </Modal>
  );
}
