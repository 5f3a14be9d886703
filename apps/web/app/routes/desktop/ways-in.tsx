import { Button } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { Link } from 'react-router';
import { acceptedFiles } from '../../intake/accepted.ts';
import { takeIn } from '../../queue/use-queue.ts';
import { IconClipboard, IconDeviceMobile, IconEye } from '../../ui/icons.ts';
import { PairPhone } from '../pair/pair-phone.tsx';
import classes from './desktop.module.css';
import { FolderCard } from './folder/folder-card.tsx';
import { InstallCard } from './install-card.tsx';

/** Everything else that feeds Readout from a computer. */
export function WaysIn({ owner }: { owner: { userId: string; companyId: string } }) {
  return (
    <div className={classes.ways}>
      <PasteCard />
      <FolderCard owner={owner} />
      <section className={classes.card}>
        <h2>
          <IconEye size={18} stroke={1.5} aria-hidden /> Watch
        </h2>
        <p className={classes.dim}>
          A region read every few seconds, or whenever it changes: a plot of its values, and an alarm when one
          is out of range.
        </p>
        <Button component={Link} to="/desktop/watch" variant="default" size="xs">
          Watches
        </Button>
      </section>
      <section className={classes.card}>
        <h2>
          <IconDeviceMobile size={18} stroke={1.5} aria-hidden /> Phone
        </h2>
        <p className={classes.dim}>
          Scan a code once, and the phone’s camera feeds this workspace for twelve hours.
        </p>
        <PairPhone />
      </section>
      <InstallCard />
    </div>
  );
}

function PasteCard() {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    void takeIn([...(event.currentTarget.files ?? [])], { source: 'desktop' });
    event.currentTarget.value = '';
  };
  return (
    <section className={classes.card}>
      <h2>
        <IconClipboard size={18} stroke={1.5} aria-hidden /> Paste or drop
      </h2>
      <p className={classes.dim}>
        <kbd>Ctrl</kbd> <kbd>V</kbd> takes a screenshot from the clipboard; files and folders can be dropped.
        Both work on every page.
      </p>
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label="Files to take in"
        accept={acceptedFiles}
        multiple
        onChange={pick}
      />
      <Button size="xs" variant="default" onClick={() => picker.current?.click()}>
        Choose files
      </Button>
    </section>
  );
}
