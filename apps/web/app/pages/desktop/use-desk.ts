import type { RegionProfile } from '@readout/domain/region-profiles/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { summarise } from '../../device/device-words.ts';
import type { DeviceReading } from '../../device/reading-device.ts';
import type { Region } from '../../frames/region.ts';
import { regionFinder } from '../../frames/region-finder.ts';
import type { RegionMatch } from '../../frames/region-match.ts';
import type { ScreenSource } from '../../frames/screen.ts';
import { takeIn } from '../../queue/use-queue.ts';
import { useText } from '../../ui/texts.tsx';
import type { TypedValue } from './read-result.tsx';
import { refusalOf } from './region-words.ts';
import { type ForReading, forReading, readablePng, type Still, stillName, toStill } from './take-still.ts';
import { typedValue } from './typed-value.ts';

/** A still with what became of it. */
export interface Shot {
  still: Still;
  /** Of the shared picture; undefined: all of it. */
  region: Region | undefined;
  profile: RegionProfile | undefined;
  result: DeviceReading | undefined;
  /** How the pixels that were read lie to those of the still. */
  lay: Pick<ForReading, 'scale' | 'margin'>;
  typed: TypedValue | undefined;
  /** Why it could not be read. */
  failure: string | undefined;
  isKept: boolean;
}

/** A profile that is being followed in the shared picture. */
export interface Followed {
  profile: RegionProfile;
  match: RegionMatch | undefined;
}

const followEveryMs = 1500;
const proposeEveryMs = 4000;

/** Region, profile and still of the shared screen, and what one does with them. */
export function useDesk(source: ScreenSource | undefined, profiles: readonly RegionProfile[]) {
  const text = useText();
  const [region, setRegion] = useState<Region>();
  const [followed, setFollowed] = useState<Followed>();
  const [shot, setShot] = useState<Shot>();
  const [isReading, setIsReading] = useState(false);
  const [refusal, setRefusal] = useState('');
  const abort = useRef<AbortController>(undefined);

  const forget = useCallback(() => {
    abort.current?.abort();
    setShot((before) => {
      if (before) URL.revokeObjectURL(before.still.url);
      return undefined;
    });
  }, []);
  useEffect(() => forget, [forget]);

  const proposals = useProposals(source, profiles, !followed && !shot);

  /** Where the followed profile is now; says why where it is not. */
  const follow = useCallback(
    async (profile: RegionProfile, last: RegionMatch | undefined, isThorough: boolean) => {
      if (!source) return undefined;
      const lastSeen = last?.state === 'found' ? { lastSeen: last } : {};
      const known = { ...profile, ...lastSeen };
      const matches = await regionFinder().find(await source.grab(), [known], {
        search: isThorough ? 'zoomed' : 'anywhere',
      });
      return matches[profile.id];
    },
    [source],
  );

  // Not while the page is hidden: nobody looks.
  const followedId = followed?.profile.id;
  const last = useRef<RegionMatch>(undefined);
  last.current = followed?.match;
  const followedProfile = followed?.profile;
  useEffect(() => {
    if (!source || !followedProfile || shot) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (isThorough: boolean) => {
      const began = performance.now();
      if (isThorough || document.visibilityState === 'visible') {
        const match = await follow(followedProfile, last.current, isThorough).catch(() => undefined);
        if (isOver) return;
        if (match) {
          setFollowed((before) =>
            before?.profile.id === followedProfile.id ? { ...before, match } : before,
          );
          if (match.state === 'found') setRegion(match.region);
        }
      }
      timer = setTimeout(() => void look(false), Math.max(followEveryMs, 4 * (performance.now() - began)));
    };
    void look(true);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, followedProfile, shot, follow]);

  const use = (profile: RegionProfile | undefined) => {
    setRefusal('');
    setFollowed(profile && { profile, match: undefined });
    if (!profile) setRegion(undefined);
  };

  /** Takes the still and reads it on this device. A profile that is not there is refused. */
  const read = async () => {
    if (!source || isReading) return;
    setIsReading(true);
    setRefusal('');
    forget();
    const controller = new AbortController();
    abort.current = controller;
    try {
      let place = region;
      if (followed) {
        const match = await follow(followed.profile, followed.match, true);
        if (match) setFollowed({ ...followed, match });
        const sentence = match && refusalOf(followed.profile.name, match, text);
        if (sentence || match?.state !== 'found') {
          setRefusal(
            text('desktop.screen.nothing_was_read_because', {
              why: sentence ?? text('desktop.screen.picture_not_looked_at'),
            }),
          );
          return;
        }
        place = match.region;
        setRegion(place);
      }
      const still = await toStill(await source.grab(place));
      const taken: Shot = {
        still,
        region: place,
        profile: followed?.profile,
        result: undefined,
        lay: { scale: 1, margin: 0 },
        typed: undefined,
        failure: undefined,
        isKept: false,
      };
      setShot(taken);
      try {
        const { deviceReader } = await import('../../device/device-reader.ts');
        const { picture, scale, margin } = await forReading(still);
        const result = await deviceReader().read(picture, { signal: controller.signal });
        const typed = followed
          ? await typedValue(followed.profile.reads, result.reading, still, text)
          : undefined;
        if (!controller.signal.aborted) setShot({ ...taken, result, lay: { scale, margin }, typed });
      } catch (error) {
        if (!controller.signal.aborted)
          setShot({ ...taken, failure: error instanceof Error ? error.message : String(error) });
      }
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setIsReading(false);
    }
  };

  /** Keeps the still, or the picture as it is now, as a capture. @returns whether it is kept */
  const keep = async (): Promise<boolean> => {
    let still = shot?.still;
    try {
      if (!still && source) still = await toStill(await source.grab(region));
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    }
    if (!still) return false;
    const name = shot?.profile?.name ?? followed?.profile.name ?? text('desktop.screen.screen');
    const png = (await readablePng(still)) ?? still.png;
    const file = new File([png], stillName(name, still.takenAt), { type: 'image/png' });
    const kept = await takeIn([file], {
      source: 'desktop',
      ...(shot?.result ? { deviceReading: summarise(shot.result, text) } : {}),
    });
    if (!shot) URL.revokeObjectURL(still.url);
    if (kept.length > 0)
      setShot((before) => (before?.still === still ? { ...before, isKept: true } : before));
    return kept.length > 0;
  };

  return {
    region,
    mark: (next: Region | undefined) => {
      setRefusal('');
      setRegion(next);
    },
    followed,
    followedId,
    use,
    proposals,
    shot,
    backToLive: forget,
    isReading,
    refusal,
    read,
    keep,
  };
}

/** Profiles whose surroundings are in the shared picture, looked for while nothing is marked or read. */
function useProposals(
  source: ScreenSource | undefined,
  profiles: readonly RegionProfile[],
  isWanted: boolean,
): { profile: RegionProfile; match: RegionMatch }[] {
  const [found, setFound] = useState<{ profile: RegionProfile; match: RegionMatch }[]>([]);
  useEffect(() => {
    setFound([]);
    if (!source || profiles.length === 0 || !isWanted) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let round = 0;
    const look = async () => {
      const began = performance.now();
      if (round === 0 || document.visibilityState === 'visible') {
        const matches = await source
          .grab()
          .then((frame) =>
            // Another zoom is rare: every fourth look is thorough.
            regionFinder().find(frame, profiles, { search: round++ % 4 === 0 ? 'zoomed' : 'anywhere' }),
          )
          .catch(() => undefined);
        if (isOver) return;
        if (matches)
          setFound(
            profiles
              .flatMap((profile) => {
                const match = matches[profile.id];
                return match?.state === 'found' ? [{ profile, match }] : [];
              })
              .sort((one, other) => other.match.score - one.match.score),
          );
      }
      timer = setTimeout(() => void look(), Math.max(proposeEveryMs, 5 * (performance.now() - began)));
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [source, profiles, isWanted]);
  return found;
}
