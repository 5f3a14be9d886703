import { Button } from '@mantine/core';
import { type ChangeEvent, useRef } from 'react';
import { Link } from 'react-router';
import { acceptedFiles } from '../../intake/accepted.ts';
import { usePageKeys } from '../../keyboard/use-keys.ts';
import { PairPhone } from '../../pairing/pair-phone.tsx';
import { takeIn } from '../../queue/use-queue.ts';
import { IconClipboard, IconDeviceMobile, IconEye } from '../../ui/icons.ts';
import { FormattedText, useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';
import { desktopKeys } from './desktop-keys.ts';
import { FolderCard } from './folder/folder-card.tsx';
import { InstallCard } from './install-card.tsx';

/** Everything else that feeds Readout from a computer. */
export function WaysIn({ owner }: { owner: { userId: string; companyId: string } }) {
  const text = useText();
  return (
    <div className={classes.ways}>
      <PasteCard />
      <FolderCard owner={owner} />
      <section className={classes.card}>
        <h2>
          <IconEye size={18} stroke={1.5} aria-hidden /> {text('desktop.page.watch')}
        </h2>
        <p className={classes.dim}>{text('desktop.page.region_read_every_few_seconds')}</p>
        <Button component={Link} to="/desktop/watch" variant="default" size="xs">
          {text('desktop.page.watches')}
        </Button>
      </section>
      <section className={classes.card}>
        <h2>
          <IconDeviceMobile size={18} stroke={1.5} aria-hidden /> {text('desktop.page.phone')}
        </h2>
        <p className={classes.dim}>{text('desktop.page.scan_code_once_phones_camera')}</p>
        <PairPhone />
      </section>
      <InstallCard />
    </div>
  );
}

function PasteCard() {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  usePageKeys(desktopKeys, { files: () => picker.current?.click() });
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    void takeIn([...(event.currentTarget.files ?? [])], { source: 'desktop' });
    event.currentTarget.value = '';
  };
  return (
    <section className={classes.card}>
      <h2>
        <IconClipboard size={18} stroke={1.5} aria-hidden /> {text('desktop.page.paste_or_drop')}
      </h2>
      <p className={classes.dim}>
        <FormattedText id="desktop.page.paste_hint" />
      </p>
      <input
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-label={text('desktop.page.files_take_in')}
        accept={acceptedFiles}
        multiple
        onChange={pick}
      />
      <Button size="xs" variant="default" onClick={() => picker.current?.click()}>
        {text('desktop.page.choose_files')}
      </Button>
    </section>
  );
}
