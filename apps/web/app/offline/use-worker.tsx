import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { Banner } from '../ui/banner.tsx';
import { IconRefresh } from '../ui/icons.ts';
import { FormattedText, useLocale, useText } from '../ui/texts.tsx';
import type { Viewer } from '../viewer.ts';
import {
  makeReadyOffline,
  type OfflineState,
  offlineState,
  onServedAsKept,
  registerWorker,
  subscribeToOffline,
  takeUpdate,
} from './register.ts';

const nothing: OfflineState = { progress: undefined, hasUpdate: false };

export const useOfflineState = (): OfflineState =>
  useSyncExternalStore(subscribeToOffline, offlineState, () => nothing);

/** Registers the worker for who looks at the page, and has the camera made ready on its pages. For the shell alone. */
export function useWorker(viewer: Viewer | null): void {
  const userId = viewer?.user.id;
  const companyId = viewer?.company?.id;
  const isActing = viewer?.impersonated ?? false;
  const isCamera = /^\/(camera|desktop)(\/|$)/.test(useLocation().pathname);
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Nothing is kept on the device of who acts as somebody.
    if (userId === undefined || companyId === undefined || isActing) return;
    void registerWorker({ userId, companyId, locale }).then(() =>
      isCamera ? makeReadyOffline() : undefined,
    );
  }, [userId, companyId, isActing, isCamera, locale]);
  useEffect(() => onServedAsKept(() => void revalidate()), [revalidate]);
}

/** A new version waits; it takes over when the person says so, or when no page of Readout is open any more. */
export function UpdateBanner() {
  const text = useText();
  const { hasUpdate } = useOfflineState();
  const [isLater, setIsLater] = useState(false);
  if (!hasUpdate || isLater) return null;
  return (
    <Banner
      tone="plain"
      icon={<IconRefresh size={16} aria-hidden />}
      action={
        <>
          <Button size="compact-sm" onClick={() => void takeUpdate()}>
            {text('common.update.load')}
          </Button>{' '}
          <Button size="compact-sm" variant="default" onClick={() => setIsLater(true)}>
            {text('common.update.later')}
          </Button>
        </>
      }
    >
      <FormattedText id="common.update.ready" />
    </Banner>
  );
}
