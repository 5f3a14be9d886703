import { Button, Progress } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Permission } from '@readout/domain/policy';
import type { RegionProfile, RegionReads } from '@readout/domain/region-profiles/rules';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useRevalidator } from 'react-router';
import { api } from '../../api/client.ts';
import { useDeviceReaderState } from '../../device/use-device-reader.ts';
import type { MarkedRegion } from '../../frames/mark-region.ts';
import type { Region } from '../../frames/region.ts';
import { regionFinder } from '../../frames/region-finder.ts';
import {
  ScreenError,
  type ScreenSource,
  screenSupport,
  shareScreen,
  stopSharing,
} from '../../frames/screen.ts';
import { usePageKeys } from '../../keyboard/use-keys.ts';
import { RegionNumbers } from '../../regions/region-numbers.tsx';
import {
  IconAlertTriangleFilled,
  IconArrowLeft,
  IconCheck,
  IconDeviceDesktop,
  IconX,
} from '../../ui/icons.ts';
import { Text } from '../../ui/layout.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import { useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';
import { desktopKeys } from './desktop-keys.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfilesHere } from './profiles-here.tsx';
import { ReadBoxes, ReadResult } from './read-result.tsx';
import { RegionMarker } from './region-marker.tsx';
import { LivePicture, Stage } from './stage.tsx';
import { thumbnailOf } from './take-still.ts';
import { tryOutOf } from './try-out.ts';
import { useDesk } from './use-desk.ts';
import { useScreen } from './use-screen.ts';

interface DeskProps {
  profiles: RegionProfile[];
  /** Whether this member may keep and change profiles. */
  may: Permission;
}

/** A shared screen, window or tab: its picture, what is marked in it, and what is read. */
export function ScreenDesk({ profiles, may }: DeskProps) {
  const { source, endedBy } = useScreen();
  if (source) return <Sharing key={source.stream.id} source={source} profiles={profiles} may={may} />;
  return <NotSharing endedBy={endedBy} />;
}

function NotSharing({ endedBy }: { endedBy: 'here' | 'browser' | undefined }) {
  const text = useText();
  // Known only where the page runs.
  const [support, setSupport] = useState<ReturnType<typeof screenSupport>>();
  const [refusal, setRefusal] = useState('');
  useEffect(() => setSupport(screenSupport()), []);
  const share = () => {
    setRefusal('');
    shareScreen().catch((error: unknown) =>
      setRefusal(error instanceof ScreenError ? error.message : text('desktop.screen.could_not_be_shared')),
    );
  };
  usePageKeys(desktopKeys, { share });
  return (
    <Reticle className={classes.empty ?? ''}>
      <IconDeviceDesktop size={40} stroke={1.25} aria-hidden />
      <h2>{text('desktop.screen.read_a_screen')}</h2>
      <p className={classes.dim}>{text('desktop.screen.share_screen_window_or_tab')}</p>
      <Button onClick={share} disabled={support?.canShare === false} size="md">
        {text('desktop.screen.share_a_screen')}
      </Button>
      {endedBy === 'browser' ? (
        <p role="status">{text('desktop.screen.sharing_was_ended_by_browser')}</p>
      ) : null}
      {refusal ? (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      ) : null}
      {support ? <p className={support.canShare ? classes.dim : classes.doubt}>{support.sentence}</p> : null}
    </Reticle>
  );
}

function Sharing({ source, profiles, may }: DeskProps & { source: ScreenSource }) {
  const text = useText();
  const desk = useDesk(source, profiles);
  const { region, shot, followed } = desk;
  const [frame, setFrame] = useState({ width: source.width || 1280, height: source.height || 720 });
  const [isNaming, setIsNaming] = useState(false);
  const held = followed !== undefined;

  const keep = async () => {
    if (await desk.keep())
      notifications.show({ message: text('desktop.screen.kept_as_capture'), color: 'teal', autoClose: 3000 });
  };
  const picture = useRef<SVGSVGElement>(null);
  usePageKeys(desktopKeys, {
    share: stopSharing,
    mark: () => {
      if (shot) flushSync(desk.backToLive);
      picture.current?.focus();
    },
    read: () => desk.isReading || void desk.read(),
    live: () => shot && desk.backToLive(),
    keep: () => shot?.isKept || void keep(),
  });
  return (
    <div className={classes.desk}>
      <div className={classes.view}>
        <div className={classes.bar}>
          <span className={classes.live} data-still={shot ? '' : undefined}>
            {shot ? text('desktop.screen.still') : text('desktop.screen.live')}
          </span>
          <span className={classes.what}>
            {source.label}, {frame.width} × {frame.height}
          </span>
          {shot ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={desk.backToLive}
            >
              {text('desktop.screen.back_to_live')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={stopSharing}
          >
            {text('desktop.screen.stop_sharing')}
          </Button>
        </div>
        {shot ? (
          <Stage frame={shot.still}>
            <img
              className={classes.picture}
              src={shot.still.url}
              alt={text('desktop.screen.what_was_read')}
            />
            {shot.result ? <ReadBoxes result={shot.result} frame={shot.still} lay={shot.lay} /> : null}
          </Stage>
        ) : (
          <Stage frame={frame}>
            <LivePicture
              stream={source.stream}
              label={source.label}
              onSize={(next) => {
                setFrame(next);
                if (next.width !== frame.width || next.height !== frame.height) desk.mark(undefined);
              }}
            />
            <RegionMarker ref={picture} frame={frame} region={region} isHeld={held} onChange={desk.mark} />
          </Stage>
        )}
        <div className={classes.actions}>
          <Button onClick={() => void desk.read()} loading={desk.isReading}>
            {shot
              ? text('desktop.screen.read_again')
              : region
                ? text('desktop.screen.read_the_region')
                : text('desktop.screen.read_all')}
          </Button>
          <Button
            variant="default"
            onClick={() => void keep()}
            disabled={shot?.isKept ?? false}
            leftSection={shot?.isKept ? <IconCheck size={16} aria-hidden /> : undefined}
          >
            {shot?.isKept ? text('desktop.screen.kept') : text('desktop.screen.keep_as_capture')}
          </Button>
          {region && !held && !shot ? (
            <Button variant="subtle" color="gray" onClick={() => desk.mark(undefined)}>
              {text('desktop.screen.take_all')}
            </Button>
          ) : null}
        </div>
        {desk.refusal ? (
          <p className={classes.refusal} role="alert">
            <IconAlertTriangleFilled size={14} aria-hidden /> {desk.refusal}
          </p>
        ) : null}
      </div>
      <aside className={classes.side} aria-label={text('desktop.screen.region_what_was_read')}>
        {shot ? (
          <section aria-label={text('desktop.screen.what_was_read')}>
            <Text as="h2" size={15} weight={600} isBroken>
              {shot.profile?.name ?? text('desktop.screen.read_on_device')}
            </Text>
            {shot.result ? <ReadResult result={shot.result} typed={shot.typed} /> : null}
            {shot.failure ? (
              <p className={classes.refusal} role="alert">
                {text('desktop.screen.device_could_not_read', { why: shot.failure })}
              </p>
            ) : null}
            {shot.result || shot.failure ? null : <Loading />}
          </section>
        ) : (
          <>
            <ProfilesHere desk={desk} profiles={profiles} />
            <section>
              <Text as="h2" size={15} weight={600} isBroken>
                {text('desktop.screen.region')}
              </Text>
              {region ? (
                <>
                  <RegionNumbers frame={frame} region={region} isHeld={held} onChange={desk.mark} />
                  {held ? null : (
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setIsNaming(true)}
                      disabled={!may.allowed}
                      title={may.allowed ? undefined : may.sentence}
                    >
                      {text('desktop.screen.save_as_profile')}
                    </Button>
                  )}
                  {held || may.allowed ? null : <p className={classes.dim}>{may.sentence}</p>}
                </>
              ) : (
                <p className={classes.dim}>{text('desktop.screen.all_picture_taken_drag_over')}</p>
              )}
            </section>
          </>
        )}
        <p className={classes.dim}>
          <Link to="/desktop/regions">{text('desktop.screen.profiles_of_regions')}</Link>
        </p>
      </aside>
      {isNaming && region ? (
        <NewProfile
          source={source}
          region={region}
          close={() => setIsNaming(false)}
          made={(profile) => desk.use(profile)}
        />
      ) : null}
    </div>
  );
}

/** How far the engine is while it is fetched for the first time. */
function Loading() {
  const text = useText();
  const { status, loadedBytes, totalBytes } = useDeviceReaderState();
  const isLoading = status === 'loading' && totalBytes > 0;
  return (
    <div role="status" className={classes.loading}>
      <p>
        {isLoading ? text('desktop.screen.fetching_reader_once_for_device') : text('desktop.screen.reading')}
      </p>
      {isLoading ? (
        <Progress
          size={4}
          radius={0}
          color="signal"
          value={(100 * loadedBytes) / totalBytes}
          aria-label={text('desktop.screen.fetching_the_reader')}
        />
      ) : null}
    </div>
  );
}

function NewProfile({
  source,
  region,
  close,
  made,
}: {
  source: ScreenSource;
  region: Region;
  close(): void;
  made(profile: RegionProfile): void;
}) {
  const text = useText();
  const { revalidate } = useRevalidator();
  const [marked, setMarked] = useState<{
    known: Omit<MarkedRegion, 'isRecognisable'>;
    thumbnail: string;
    isRecognisable: boolean;
    tryOut(reads: RegionReads): Promise<string>;
  }>();
  const [failure, setFailure] = useState('');
  const [tries, setTries] = useState(0);
  // The picture as it was when the form was opened, not as it is when a name was found.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` takes it again
  useEffect(() => {
    let isOver = false;
    setFailure('');
    void (async () => {
      try {
        const frame = await source.grab();
        const thumbnail = await thumbnailOf(await createImageBitmap(frame), region);
        const { x, y, width, height } = region;
        const part = await createImageBitmap(frame, x, y, width, height);
        const { isRecognisable, ...known } = await regionFinder().mark(frame, region);
        const tryOut = await tryOutOf(part, text);
        if (!isOver) setMarked({ known, thumbnail, isRecognisable, tryOut });
      } catch (error) {
        if (!isOver) setFailure(error instanceof Error ? error.message : String(error));
      }
    })();
    return () => {
      isOver = true;
    };
  }, [source, region, text, tries]);
  return (
    <ProfileForm
      title={text('desktop.screen.save_as_profile')}
      profile={undefined}
      close={close}
      tryOut={marked?.tryOut}
      failure={failure ? { message: failure, tryAgain: () => setTries((count) => count + 1) } : undefined}
      warning={marked && !marked.isRecognisable ? text('desktop.screen.too_little_around') : undefined}
      submit={async (words) => {
        if (!marked)
          return {
            status: 0,
            code: 'device.not_yet',
            title: text('desktop.screen.one_moment'),
            detail: failure || text('desktop.screen.surroundings_looked_at'),
          };
        const answer = await api.post('/region-profiles', {
          body: {
            ...words,
            marked: { ...marked.known, fingerprint: { ...marked.known.fingerprint } },
            thumbnail: marked.thumbnail,
          },
        });
        if (!answer.ok) return answer.problem;
        notifications.show({
          message: text('desktop.screen.saved_for_company', { name: answer.value.name }),
          color: 'teal',
        });
        await revalidate();
        made(answer.value);
        return undefined;
      }}
    />
  );
}
