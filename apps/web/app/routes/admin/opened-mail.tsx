import { Button, CopyButton, Modal } from '@mantine/core';
import type { OpenedMail } from '@readout/domain/mails/open-mail';
import { useState } from 'react';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import classes from './outbox.module.css';

/** What a mail says. Its link is for somebody else: it is copied, not clicked, unless it is one's own. */
export function OpenedMailDialog({ opened }: { opened: OpenedMail | undefined }) {
  const [closed, setClosed] = useState<OpenedMail>();
  const [shown, setShown] = useState(opened);
  // Stays while it fades out.
  if (opened && opened !== shown) setShown(opened);
  return (
    <Modal
      opened={opened !== undefined && closed !== opened}
      onClose={() => setClosed(opened)}
      title={<span dir="auto">{shown?.subject}</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="lg"
      centered
    >
      {shown ? (
        <div className={classes.dialog}>
          <p>
            To <strong dir="ltr">{shown.to}</strong>.{' '}
            {shown.isOwn
              ? 'This is your own account.'
              : 'Pass the link on to them and to nobody else: whoever has it can act in their name. They see in their account that you opened this.'}
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
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
              {shown.isOwn ? (
                <Button component="a" href={link} size="compact-sm">
                  Follow
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
