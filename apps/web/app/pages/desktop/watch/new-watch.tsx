import { Button } from '@mantine/core';
import type { Permission } from '@readout/domain/policy';
import type { WatchPlace, WatchReads } from '@readout/domain/watches/rules';
import { useEffect, useRef, useState } from 'react';
import { useFetcher, useNavigate, useSearchParams } from 'react-router';
import { doneOf } from '../../../forms/answer.ts';
import { sentOf } from '../../../forms/sent.ts';
import type { FrameSource } from '../../../frames/frame-source.ts';
import { screenSupport } from '../../../frames/screen.ts';
import { useHydrated } from '../../../ui/hydrated.ts';
import { Row } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import type { Owner } from '../../../watch/contract.ts';
import { openSource } from '../../../watch/open-source.ts';
import { startWatch } from '../../../watch/running.ts';
import type { Route } from './+types/page';
import { MarkPlace } from './mark-place.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { settingsFromForm } from './settings-from-form.ts';
import classes from './watch.module.css';

interface Profile {
  id: string;
  name: string;
  frame: { width: number; height: number };
  region: { x: number; y: number; width: number; height: number };
  reads: WatchReads;
}

/** A new watch in three steps: what is looked at, where in it, what is read there. It begins as soon as it is made. */
export function NewWatch({
  owner,
  may,
  profiles,
  isFirst,
}: {
  owner: Owner;
  may: Permission;
  profiles: readonly Profile[];
  isFirst: boolean;
}) {
  const text = useText();
  const [params] = useSearchParams();
  const [isOpen, setIsOpen] = useState(params.has('profile'));
  if (!may.allowed) return <p className={page.dim}>{may.sentence}</p>;
  if (!isOpen)
    return (
      <p>
        <Button onClick={() => setIsOpen(true)} variant={isFirst ? 'filled' : 'default'}>
          {text('watch.list.new_watch')}
        </Button>
      </p>
    );
  return <Steps owner={owner} profiles={profiles} onClose={() => setIsOpen(false)} />;
}

function Steps({
  owner,
  profiles,
  onClose,
}: {
  owner: Owner;
  profiles: readonly Profile[];
  onClose: () => void;
}) {
  const text = useText();
  const [params] = useSearchParams();
  const [profileId, setProfileId] = useState(params.get('profile') ?? '');
  const profile = profiles.find(({ id }) => id === profileId);
  const [source, setSource] = useState<FrameSource>();
  const [sentence, setSentence] = useState('');
  const [place, setPlace] = useState<WatchPlace>();
  const hydrated = useHydrated();
  const support = hydrated ? screenSupport() : undefined;
  const fetcher = useFetcher<NonNullable<Route.ComponentProps['actionData']>>();
  const navigate = useNavigate();

  useEffect(() => source?.onEnded(() => setSource(undefined)), [source]);
  // A profile marks its own region as soon as there is a picture.
  const shownPlace = place ?? (profile ? { frame: profile.frame, region: profile.region } : undefined);

  const begin = async (kind: FrameSource['kind']) => {
    setSentence('');
    try {
      setSource(await openSource(kind, text));
    } catch (error) {
      setSentence(error instanceof Error ? error.message : String(error));
    }
  };
  const create = async (form: FormData) => {
    await fetcher.submit(form, { method: 'post', action: '/desktop/watch' });
  };
  const made = doneOf(fetcher.data, 'create')?.id;
  const started = useRef('');
  const [submitted, setSubmitted] = useState<FormData>();
  useEffect(() => {
    if (!made || !source || !submitted || started.current === made) return;
    started.current = made;
    const settings = settingsFromForm(sentOf(submitted));
    startWatch({ ...settings, id: made }, source, owner);
    void navigate(`/desktop/watch/${made}`);
  }, [made, source, submitted, owner, navigate]);

  return (
    <section className={classes.steps} aria-label={text('watch.list.new_watch')}>
      <div className={classes.stepsHead}>
        <h2>{text('watch.list.new_watch')}</h2>
        <Button variant="subtle" onClick={onClose}>
          {text('common.cancel')}
        </Button>
      </div>
      <h3>{text('watch.list.what_is_looked_at')}</h3>
      <Row gap="8px 12px" align="end">
        <Button
          onClick={() => void begin('screen')}
          disabled={support?.canShare === false}
          variant={source?.kind === 'screen' ? 'filled' : 'default'}
        >
          {text('watch.list.share_screen')}
        </Button>
        <Button
          onClick={() => void begin('camera')}
          variant={source?.kind === 'camera' ? 'filled' : 'default'}
        >
          {text('watch.list.use_camera_on_tripod')}
        </Button>
        {profiles.length > 0 ? (
          <label className={classes.field}>
            <span>{text('watch.list.region_profile')}</span>
            <select value={profileId} onChange={(event) => setProfileId(event.currentTarget.value)}>
              <option value="">{text('watch.list.none_mark_region_now')}</option>
              {profiles.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </Row>
      <p className={classes.problem} role="status">
        {sentence || (support?.canShare === false ? support.sentence : '')}
      </p>
      {source ? (
        <>
          <h3>{text('watch.list.where_value_stands')}</h3>
          <p className={page.dim}>{text('watch.list.draw_rectangle_around_with_little')}</p>
          <MarkPlace source={source} place={shownPlace} onPlace={setPlace} />
          <h3>{text('watch.list.what_is_read_there')}</h3>
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              const form = new FormData(event.currentTarget);
              form.set('intent', 'create');
              form.set('place', JSON.stringify(shownPlace ?? null));
              form.set('sourceKind', source.kind);
              if (profile) form.set('regionProfileId', profile.id);
              setSubmitted(form);
              void create(form);
            }}
          >
            <SettingsFields
              key={profileId}
              settings={{ ...(profile ? { reads: profile.reads, name: profile.name } : {}) }}
            />
            <p className={classes.problem} role="alert">
              {fetcher.data?.problem?.message}
            </p>
            <Button type="submit" disabled={!shownPlace} loading={fetcher.state !== 'idle'}>
              {text('watch.list.start_watching')}
            </Button>
            {shownPlace ? null : <p className={page.dim}>{text('watch.list.mark_region_first')}</p>}
          </form>
        </>
      ) : null}
    </section>
  );
}
