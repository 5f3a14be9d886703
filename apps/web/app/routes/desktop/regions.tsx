import { Button } from '@mantine/core';
import { whyNot } from '@readout/domain/policy';
import { listRegionProfiles } from '@readout/domain/region-profiles/list-region-profiles';
import type { RegionProfile } from '@readout/domain/region-profiles/rules';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { requireMember } from '../../session.ts';
import { IconArrowLeft } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import { send } from '../../ui/send.ts';
import { showProblem, UndoProvider, useUndo } from '../../ui/undo.tsx';
import { orProblemPage } from '../app/page-problem.ts';
import type { Route } from './+types/regions';
import classes from './desktop.module.css';
import { ProfileForm } from './profile-form.tsx';
import { readsInWords } from './region-words.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return {
    profiles: await orProblemPage(listRegionProfiles({ db: services.db.app }, { scope })),
    may: whyNot(scope.actor, 'templates.manage'),
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Profiles of regions · Readout' }];

export default function Regions({ loaderData: { profiles, may } }: Route.ComponentProps) {
  return (
    <UndoProvider>
      <div className={`${page.page} ${classes.page}`}>
        <div>
          <Link to="/desktop" className={classes.back}>
            <IconArrowLeft size={14} aria-hidden /> Desktop
          </Link>
          <h1 className={page.title}>Profiles of regions</h1>
          <p className={page.lead}>
            A part of a screen that is read again and again. It is known by what is around it: it is proposed
            when its window is shared, follows it when it is moved, and is refused when another window is
            there.
          </p>
          {may.allowed ? null : <p className={classes.doubt}>{may.sentence}</p>}
        </div>
        {profiles.length === 0 ? (
          <div className={`${page.panel} ${page.empty}`}>
            <h2>No profile yet</h2>
            <p>Share a screen, mark a part of it, and save it under a name.</p>
            <Button component={Link} to="/desktop" variant="default">
              Share a screen
            </Button>
          </div>
        ) : (
          <ul className={classes.profiles} aria-label="Profiles">
            {profiles.map((profile) => (
              <Profile key={profile.id} profile={profile} mayChange={may.allowed} />
            ))}
          </ul>
        )}
      </div>
    </UndoProvider>
  );
}

function Profile({ profile, mayChange }: { profile: RegionProfile; mayChange: boolean }) {
  const [isEditing, setIsEditing] = useState(false);
  const { revalidate } = useRevalidator();
  const undo = useUndo();
  const address = `/app/region-profiles/${profile.id}`;
  const remove = async () => {
    const answer = await send(`${address}/trash`, {});
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
    undo.offer({
      done: `“${profile.name}” deleted`,
      undo: async () => {
        const restored = await send(`${address}/restore`, {});
        await revalidate();
        return restored;
      },
    });
  };
  const { width, height } = profile.region;
  return (
    <li className={classes.profile}>
      <img src={`${address}/thumbnail`} alt={`Where ${profile.name} was marked`} loading="lazy" />
      <h2>{profile.name}</h2>
      <p className={classes.dim}>Reads {readsInWords(profile.reads)}</p>
      <p className={classes.dim}>
        {width} × {height} px of {profile.frame.width} × {profile.frame.height}
      </p>
      {mayChange ? (
        <div className={classes.buttons}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Change ${profile.name}`}
            onClick={() => setIsEditing(true)}
          >
            Change
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Delete ${profile.name}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </div>
      ) : null}
      {isEditing ? (
        <ProfileForm
          title="Change profile"
          profile={profile}
          close={() => setIsEditing(false)}
          submit={async (words) => {
            const answer = await send<RegionProfile>(address, { ...words, revision: profile.revision });
            await revalidate();
            return answer.ok ? undefined : answer.problem;
          }}
        />
      ) : null}
    </li>
  );
}
