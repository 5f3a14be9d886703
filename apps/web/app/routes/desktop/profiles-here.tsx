import { Button, Select } from '@mantine/core';
import type { RegionProfile } from '@readout/domain/region-profiles/rules';
import { Reticle } from '../../ui/reticle.tsx';
import classes from './desktop.module.css';
import { readsInWords, refusalOf } from './region-words.ts';
import type { useDesk } from './use-desk.ts';

/** What of the company's profiles is in the shared picture, and the one that is followed. */
export function ProfilesHere({
  desk: { followed, proposals, use },
  profiles,
}: {
  desk: ReturnType<typeof useDesk>;
  profiles: RegionProfile[];
}) {
  if (profiles.length === 0) return null;
  if (followed) {
    const { profile, match } = followed;
    const refusal = match && refusalOf(profile.name, match);
    return (
      <Reticle tone={refusal ? 'notice' : match ? 'signal' : 'plain'} className={classes.followed ?? ''}>
        <h2 className={classes.heading}>{profile.name}</h2>
        <p role="status">
          {match === undefined
            ? 'Looking for it in the picture'
            : (refusal ??
              (match.state === 'found' && match.hasMoved
                ? 'Found: it was moved, and is followed'
                : 'Found where it was marked'))}
        </p>
        <p className={classes.dim}>Reads {readsInWords(profile.reads)}.</p>
        <Button size="xs" variant="default" onClick={() => use(undefined)}>
          Mark by hand instead
        </Button>
      </Reticle>
    );
  }
  const proposed = proposals.map(({ profile }) => profile.id);
  return (
    <section>
      <h2 className={classes.heading}>Profiles</h2>
      {proposals.map(({ profile }) => (
        <Reticle key={profile.id} tone="signal" className={classes.proposal ?? ''}>
          <img src={`/app/region-profiles/${profile.id}/thumbnail`} alt="" />
          <div>
            <p>
              This looks like <b>{profile.name}</b>
            </p>
            <Button size="xs" onClick={() => use(profile)}>
              Use it
            </Button>
          </div>
        </Reticle>
      ))}
      {profiles.length > proposed.length ? (
        <Select
          size="xs"
          placeholder="Choose another profile"
          aria-label="Choose a profile"
          searchable
          value={null}
          data={profiles
            .filter(({ id }) => !proposed.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => use(profiles.find((profile) => profile.id === id))}
        />
      ) : null}
    </section>
  );
}
