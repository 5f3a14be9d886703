import { Button } from '@mantine/core';
import { whyNot } from '@readout/domain/policy';
import { listRegionProfiles } from '@readout/domain/region-profiles/list-region-profiles';
import type { RegionProfile } from '@readout/domain/region-profiles/rules';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { currentLocale } from '../../../../server/request/locale.ts';
import { api } from '../../../api/client.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { IconArrowLeft } from '../../../ui/icons.ts';
import { Row } from '../../../ui/layout.tsx';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import { showProblem, UndoProvider, useUndo } from '../../../ui/undo.tsx';
import classes from '../desktop.module.css';
import { ProfileForm } from '../profile-form.tsx';
import { readsInWords } from '../region-words.ts';
import type { Route } from './+types/page';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return {
    profiles: await orProblemPage(listRegionProfiles({ db: services.db.app }, { scope })),
    may: whyNot(scope.actor, 'templates.manage', currentLocale()),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageTitle(matches, 'desktop.screen.profiles_of_regions');

export default function Regions({ loaderData: { profiles, may } }: Route.ComponentProps) {
  const text = useText();
  return (
    <UndoProvider>
      <div className={`${page.page} ${classes.page}`}>
        <div>
          <Link to="/desktop" className={classes.back}>
            <IconArrowLeft size={14} aria-hidden /> {text('desktop.screen.desktop')}
          </Link>
          <h1 className={page.title}>{text('desktop.screen.profiles_of_regions')}</h1>
          <p className={page.lead}>{text('desktop.screen.part_screen_read_again_again')}</p>
          {may.allowed ? null : <p className={classes.doubt}>{may.sentence}</p>}
        </div>
        {profiles.length === 0 ? (
          <div className={`${page.panel} ${page.empty}`}>
            <h2>{text('desktop.screen.no_profile_yet')}</h2>
            <p>{text('desktop.screen.share_screen_mark_part_save')}</p>
            <Button component={Link} to="/desktop" variant="default">
              {text('desktop.screen.share_a_screen')}
            </Button>
          </div>
        ) : (
          <ul className={classes.profiles} aria-label={text('desktop.screen.profiles')}>
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
  const text = useText();
  const [isEditing, setIsEditing] = useState(false);
  const { revalidate } = useRevalidator();
  const undo = useUndo();
  const path = { regionProfileId: profile.id };
  const remove = async () => {
    const answer = await api.post('/region-profiles/{regionProfileId}/trash', { path });
    if (!answer.ok) return showProblem(answer.problem);
    await revalidate();
    undo.offer({
      done: text('desktop.screen.deleted', { name: profile.name }),
      undo: async () => {
        const restored = await api.post('/region-profiles/{regionProfileId}/restore', { path });
        await revalidate();
        return restored;
      },
    });
  };
  const { width, height } = profile.region;
  return (
    <li className={classes.profile}>
      <img
        src={`/app/region-profiles/${profile.id}/thumbnail`}
        alt={text('desktop.screen.where_marked', { name: profile.name })}
        loading="lazy"
      />
      <h2>{profile.name}</h2>
      <p className={classes.dim}>
        {text('desktop.screen.reads', { what: readsInWords(profile.reads, text) })}
      </p>
      <p className={classes.dim}>
        {text('desktop.screen.pixels_of', {
          width,
          height,
          frameWidth: profile.frame.width,
          frameHeight: profile.frame.height,
        })}
      </p>
      {mayChange ? (
        <Row gap={8}>
          <Button
            size="xs"
            variant="default"
            aria-label={text('desktop.screen.change_this', { name: profile.name })}
            onClick={() => setIsEditing(true)}
          >
            {text('desktop.screen.change')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={text('desktop.screen.delete_this', { name: profile.name })}
            onClick={() => void remove()}
          >
            {text('common.delete')}
          </Button>
        </Row>
      ) : null}
      {isEditing ? (
        <ProfileForm
          title={text('desktop.screen.change_profile')}
          profile={profile}
          close={() => setIsEditing(false)}
          submit={async (words) => {
            const answer = await api.patch('/region-profiles/{regionProfileId}', {
              path,
              body: { ...words, revision: profile.revision },
            });
            await revalidate();
            return answer.ok ? undefined : answer.problem;
          }}
        />
      ) : null}
    </li>
  );
}
