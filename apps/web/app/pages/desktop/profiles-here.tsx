import { Button, Select } from '@mantine/core';
import type { RegionProfile } from '@readout/domain/region-profiles/rules';
import { Text } from '../../ui/layout.tsx';
import { Reticle } from '../../ui/reticle.tsx';
import { FormattedText, useText } from '../../ui/texts.tsx';
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
  const text = useText();
  if (profiles.length === 0) return null;
  if (followed) {
    const { profile, match } = followed;
    const refusal = match && refusalOf(profile.name, match, text);
    return (
      <Reticle tone={refusal ? 'notice' : match ? 'signal' : 'plain'} className={classes.followed ?? ''}>
        <Text as="h2" size={15} weight={600} isBroken>
          {profile.name}
        </Text>
        <p role="status">
          {match === undefined
            ? text('desktop.screen.looking_for_in_picture')
            : (refusal ??
              (match.state === 'found' && match.hasMoved
                ? text('desktop.screen.found_was_moved_followed')
                : text('desktop.screen.found_where_was_marked')))}
        </p>
        <p className={classes.dim}>
          {text('desktop.screen.reads_sentence', { what: readsInWords(profile.reads, text) })}
        </p>
        <Button size="xs" variant="default" onClick={() => use(undefined)}>
          {text('desktop.screen.mark_by_hand_instead')}
        </Button>
      </Reticle>
    );
  }
  const proposed = proposals.map(({ profile }) => profile.id);
  return (
    <section>
      <Text as="h2" size={15} weight={600} isBroken>
        {text('desktop.screen.profiles')}
      </Text>
      {proposals.map(({ profile }) => (
        <Reticle key={profile.id} tone="signal" className={classes.proposal ?? ''}>
          <img src={`/app/region-profiles/${profile.id}/thumbnail`} alt="" />
          <div>
            <p>
              <FormattedText
                id="desktop.screen.looks_like"
                values={{ profile: profile.name, name: (inside) => <b>{inside}</b> }}
              />
            </p>
            <Button size="xs" onClick={() => use(profile)}>
              {text('desktop.screen.use_it')}
            </Button>
          </div>
        </Reticle>
      ))}
      {profiles.length > proposed.length ? (
        <Select
          size="xs"
          placeholder={text('desktop.screen.choose_another_profile')}
          aria-label={text('desktop.screen.choose_a_profile')}
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
