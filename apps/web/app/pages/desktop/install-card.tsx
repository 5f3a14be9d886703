import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';

/** Chrome and Edge offer to install; the event can be used once. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallEvent | undefined;

/** Installs Readout as an application of the system, or says how this browser does it. */
export function InstallCard() {
  const text = useText();
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
        <IconDownload size={18} stroke={1.5} aria-hidden /> {text('desktop.page.install')}
      </h2>
      <p className={classes.dim}>{text('desktop.page.as_application_readout_has_window')}</p>
      {way === 'installed' ? (
        <p className={classes.dim}>{text('desktop.page.installed_application')}</p>
      ) : null}
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
          {text('desktop.page.install')}
        </Button>
      ) : way === 'told' ? (
        <p className={classes.dim}>{text('desktop.page.how_to_install', { browser: browserName() })}</p>
      ) : null}
    </section>
  );
}

/** The browsers whose ways to install differ. */
function browserName() {
  const agent = navigator.userAgent;
  if (!window.isSecureContext) return 'not_secure';
  if (/iPhone|iPad/.test(agent)) return 'safari_phone';
  if (/Firefox\//.test(agent)) return /Android/.test(agent) ? 'firefox_phone' : 'firefox';
  if (/Edg\//.test(agent)) return 'edge';
  if (/Chrom(e|ium)\//.test(agent)) return 'chrome';
  if (/Safari\//.test(agent)) return 'safari';
  return 'unknown';
}
