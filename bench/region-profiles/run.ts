import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { edgeMap, type RgbaPicture } from '../../apps/web/app/frames/edge-map.ts';
import { markRegion } from '../../apps/web/app/frames/mark-region.ts';
import type { Region } from '../../apps/web/app/frames/region.ts';
import { findRegion, type KnownRegion } from '../../apps/web/app/frames/region-match.ts';
import { openPicture } from '../reading/picture.ts';
import { covered, inverted, onDesktop, scaled, withChangedTexts } from './variations.ts';

/*
 * Region profiles on the sample screenshots: a line of each becomes a marked region; its profile must be found again with
 * other values, moved, at another zoom, in another theme, and must not be found in other screens or where its
 * surroundings are half covered.
 */

const root = resolve(import.meta.dirname, '../..');
const { values: args } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/data/screens') },
    'regions-each': { type: 'string', default: '1' },
    /** Profiles are made of every n-th screen; all are searched. */
    'profiles-every': { type: 'string', default: '1' },
    /** Every how many of the other screens each profile is looked for in. */
    'others-every': { type: 'string', default: '4' },
    verbose: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});

interface Screen {
  file: string;
  kind: string;
  lines: { text: string; box: [number, number][] }[];
  picture: RgbaPicture;
}
interface Profile extends KnownRegion {
  screen: Screen;
  at: number;
}

const manifest = JSON.parse(await readFile(`${args.data}/manifest.json`, 'utf8')) as Omit<
  Screen,
  'picture'
>[];
const screens: Screen[] = [];
for (const each of manifest)
  screens.push({ ...each, picture: await openPicture(`${args.data}/${each.file}`) });

const profiles: Profile[] = [];
let plain = 0;
for (const screen of screens.filter((_, index) => index % Number(args['profiles-every']) === 0)) {
  const count = Number(args['regions-each']);
  for (let index = 0; index < count; index++) {
    const at = Math.floor(((index + 0.5) * screen.lines.length) / count);
    const region = padded(screen.lines[at]!.box, screen.picture);
    const known = markRegion(screen.picture, region);
    if (known.isRecognisable) profiles.push({ ...known, screen, at });
    else plain++;
  }
}

interface Tally {
  tried: number;
  /** Found where it should be, or refused where it should be. */
  right: number;
  found: number;
  /** Found, but elsewhere. */
  misplaced: number;
  ms: number[];
  scores: number[];
}
const tallies = new Map<string, Tally>();

type Expected = { region: Region; scale: number } | 'refused';

function look(what: string, picture: RgbaPicture, profile: Profile, expected: Expected): void {
  const tally = tallies.get(what) ?? { tried: 0, right: 0, found: 0, misplaced: 0, ms: [], scores: [] };
  tallies.set(what, tally);
  const began = performance.now();
  const match = findRegion(edgeMap(picture), profile);
  tally.ms.push(performance.now() - began);
  tally.tried++;
  tally.scores.push(match.score);
  let verdict = 'right';
  if (match.state === 'found') tally.found++;
  if (expected === 'refused') {
    if (match.state !== 'found') tally.right++;
    else verdict = 'FALSE';
  } else if (match.state === 'found') {
    // Half a letter's width: the value is still inside of it.
    const off = Math.max(4, 3 * expected.scale);
    const isThere =
      Math.abs(match.region.x - expected.region.x) <= off &&
      Math.abs(match.region.y - expected.region.y) <= off;
    if (isThere) tally.right++;
    else {
      tally.misplaced++;
      verdict = `MISPLACED by ${match.region.x - expected.region.x}, ${match.region.y - expected.region.y} scale ${match.scale}`;
    }
  } else verdict = 'MISSED';
  if (args.verbose && verdict !== 'right')
    console.log(
      what,
      profile.screen.file,
      profile.screen.lines[profile.at]!.text,
      verdict,
      match.state,
      match.score.toFixed(2),
      match.agreement.toFixed(2),
    );
}

for (const profile of profiles) {
  const { screen, region, at } = profile;
  const { picture } = screen;
  const wallpaper = screens[(screens.indexOf(screen) + 7) % screens.length]!.picture;
  const changed = withChangedTexts(picture, screen.lines, at, 0.6);
  look('the same picture', picture, profile, { region, scale: 1 });
  look('most values changed', changed, profile, { region, scale: 1 });
  look('every text changed', withChangedTexts(picture, screen.lines, at, 1), profile, { region, scale: 1 });
  const moved = onDesktop(changed, wallpaper, { x: 137, y: 91 });
  const there = { ...region, x: region.x + 137, y: region.y + 91 };
  look('changed, window moved over another screen', moved, profile, { region: there, scale: 1 });
  for (const scale of [0.8, 1.25, 1.5, 2]) {
    const zoomed = await scaled(changed, scale);
    const expected = { x: region.x * scale, y: region.y * scale, width: 0, height: 0 };
    look(`changed, zoom ${scale}`, zoomed, profile, { region: expected, scale });
  }
  look('changed, other theme (inverted)', inverted(changed), profile, { region, scale: 1 });
  look('half of the surroundings covered', covered(picture, wallpaper, region, 'left'), profile, 'refused');
  look('half of the surroundings covered', covered(picture, wallpaper, region, 'top'), profile, 'refused');
  look(
    'half of the surroundings under a plain window',
    covered(picture, undefined, region, 'left'),
    profile,
    'refused',
  );
}

const others = Number(args['others-every']);
if (others > 0)
  for (const profile of profiles.filter((_, index) => index % Number(args['regions-each']) === 0))
    for (const other of screens) {
      if (other === profile.screen || (screens.indexOf(other) + profiles.indexOf(profile)) % others !== 0)
        continue;
      look(
        other.kind === profile.screen.kind ? 'same program, other text size or theme' : 'another program',
        other.picture,
        profile,
        'refused',
      );
    }

const lines = [...tallies].map(([what, { tried, right, found, misplaced, ms, scores }]) => {
  ms.sort((one, other) => one - other);
  scores.sort((one, other) => one - other);
  const share = (count: number) => `${((100 * count) / tried).toFixed(1)}%`;
  const at = (values: number[], share: number) => values[Math.floor((values.length - 1) * share)]!;
  return `| ${what} | ${tried} | ${share(found)} | ${misplaced} | ${share(right)} | ${at(scores, 0.05).toFixed(2)} | ${at(scores, 0.5).toFixed(2)} | ${at(scores, 0.95).toFixed(2)} | ${at(ms, 0.5).toFixed(0)} | ${at(ms, 0.95).toFixed(0)} |`;
});
const text = `# Region profiles

${profiles.length} profiles in ${screens.length} synthetic screenshots of ten programs; ${plain} more were marked where too little
is around to know the place by, which is said when marking. Found: what is proposed to the person. Right: found at the place
(within four pixels), or refused where it must be refused. Score: likeness of the surroundings. Every try searches the whole
picture at every usual zoom until it finds something.

| picture | tries | found | misplaced | right | score p5 | median | p95 | median ms | p95 ms |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

Screens of the same program with another text size or theme are looked at for information: refusing them is right by the
letter, proposing them is often what one wants.

Taken on ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}.
`;
console.log(text);
if (!args['dry-run']) {
  await mkdir(resolve(root, 'bench/results'), { recursive: true });
  await writeFile(resolve(root, 'bench/results/region-profiles.md'), text);
}

function padded(box: [number, number][], { width, height }: RgbaPicture): Region {
  const xs = box.map(([x]) => x);
  const ys = box.map(([, y]) => y);
  const x = Math.max(0, Math.min(...xs) - 4);
  const y = Math.max(0, Math.min(...ys) - 4);
  return {
    x,
    y,
    width: Math.min(width, Math.max(...xs) + 4) - x,
    height: Math.min(height, Math.max(...ys) + 4) - y,
  };
}
