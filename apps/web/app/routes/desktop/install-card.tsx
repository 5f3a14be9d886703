import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import classes from './desktop.module.css';

/** Chrome and Edge offer to install; the event can be used once. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallEvent | undefined;

/** Installs Readout as an application of the system, or says how this browser does it. */
export function InstallCard() {
  const [offer, setOffer] = useState<InstallEvent>();
  const [way, setWay] = useState<'installed' | 'told' | 'unknown'>('unknown');
  useEffect(() => {
    setOffer(offered);
    setWay(window.matchMedia('(display-mode: standalone)').matches ? 'installed' : 'told');
    const onOffer = (event: Event) => {
      event.preventDefault();
      offered = event as InstallEvent;
      setOffer(offered);
    };
    const onInstalled = () => {
      offered = undefined;
      setOffer(undefined);
      setWay('installed');
    };
    window.addEventListener('beforeinstallprompt', onOffer);
    window.addEventListener('appinstalled', onInstalled);
    return () => {
      window.removeEventListener('beforeinstallprompt', onOffer);
      window.removeEventListener('appinstalled', onInstalled);
    };
  }, []);
  return (
    <section className={classes.card}>
      <h2>
        <IconDownload size={18} stroke={1.5} aria-hidden /> Install
      </h2>
      <p className={classes.dim}>
        As an application Readout has a window of its own, opens pictures and PDFs from the file manager
        (“Open with”), and is in the share sheet of phones.
      </p>
      {way === 'installed' ? <p className={classes.dim}>This is the installed application.</p> : null}
      {offer ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            void offer.prompt();
            offered = undefined;
            setOffer(undefined);
          }}
        >
          Install
        </Button>
      ) : way === 'told' ? (
        <p className={classes.dim}>{howTo()}</p>
      ) : null}
    </section>
  );
}

function howTo(): string {
  const agent = navigator.userAgent;
  if (!window.isSecureContext)
    return 'Browsers install pages only from HTTPS or localhost: open Readout by its HTTPS address.';
  if (/iPhone|iPad/.test(agent)) return 'Safari: Share, then “Add to Home Screen”.';
  if (/Firefox\//.test(agent))
    return /Android/.test(agent)
      ? 'Firefox: menu, then “Add app to Home screen”.'
      : 'Firefox installs no pages on this system. Chrome, Edge and Safari do.';
  if (/Edg\//.test(agent)) return 'Edge: menu, “More tools”, “Apps”, then “Install Readout”.';
  if (/Chrom(e|ium)\//.test(agent)) return 'Chrome: menu, “Cast, save and share”, then “Install Readout”.';
  if (/Safari\//.test(agent)) return 'Safari: File, then “Add to Dock”.';
  return 'Look for “Install” or “Add to home screen” in the menu of this browser.';
}
