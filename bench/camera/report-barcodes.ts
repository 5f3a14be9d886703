import { writeResults } from '../results-file.ts';
import { busyness } from './busyness.ts';
import { median } from './median.ts';
import type { Name, Run } from './scanners.ts';

/** Writes the figures of the scanners. Whether every goal is met. */
export async function reportBarcodes(
  runs: readonly Run[],
  { repeats, versions }: { repeats: number; versions: Record<string, string> },
): Promise<boolean> {
  const of = (name: Name, clip: string) => runs.filter((run) => run.name === name && run.clip === clip);
  const clipNames = [...new Set(runs.map(({ clip }) => clip))];
  const peers = ['html5-qrcode', 'zxing-browser'] as const;
  const readers = ['readout', ...peers] as const;

  const figures = clipNames.map((clip) => {
    const each = Object.fromEntries(
      (['empty', ...readers] as const).map((name) => {
        const these = of(name, clip);
        const first = these.flatMap(({ firstReadMs }) => firstReadMs ?? []);
        return [
          name,
          {
            decodedPerSecond: median(these.map((run) => run.decodedPerSecond)),
            looksPerSecond: median(these.map((run) => run.looksPerSecond)),
            // Where it did not read once in every try, the others say nothing.
            firstReadMs: first.length === these.length ? Math.round(median(first)) : undefined,
            paintedPerSecond: median(these.map((run) => run.paintedPerSecond)),
            falseTexts: [...new Set(these.flatMap(({ falseTexts }) => falseTexts))],
          },
        ];
      }),
    ) as Record<Name, Omit<Run, 'clip' | 'name' | 'firstReadMs'> & { firstReadMs: number | undefined }>;
    const best = Math.max(...peers.map((peer) => each[peer].decodedPerSecond));
    const earliest = Math.min(...peers.map((peer) => each[peer].firstReadMs ?? Number.POSITIVE_INFINITY));
    return {
      clip,
      readers: each,
      decodedRatio: each.readout.decodedPerSecond / best,
      firstReadRatio: (each.readout.firstReadMs ?? Number.POSITIVE_INFINITY) / earliest,
      frameRateRatio: each.readout.paintedPerSecond / each.empty.paintedPerSecond,
    };
  });

  const overall = {
    decodedRatio: median(figures.map((each) => each.decodedRatio)),
    firstReadRatio: median(figures.map((each) => each.firstReadRatio)),
    frameRateRatio: median(figures.map((each) => each.frameRateRatio)),
    falseTexts: figures.flatMap((each) => each.readers.readout.falseTexts),
  };
  const isMet =
    overall.decodedRatio >= 2 &&
    overall.firstReadRatio <= 0.5 &&
    overall.frameRateRatio >= 0.9 &&
    overall.falseTexts.length === 0;

  const one = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : 'none');
  const times = (value: number) => (Number.isFinite(value) ? `${value.toFixed(2)} x` : 'peers: none');
  const rows = figures.flatMap(({ clip, readers: each, ...ratio }) => [
    ...readers.map((name) => {
      const { decodedPerSecond, looksPerSecond, firstReadMs, paintedPerSecond, falseTexts } = each[name];
      const share = paintedPerSecond / each.empty.paintedPerSecond;
      return `| ${clip} | ${name} | ${one(decodedPerSecond)} | ${one(looksPerSecond)} | ${firstReadMs ?? 'not every time'} | ${one(paintedPerSecond)} (${share.toFixed(2)}) | ${falseTexts.length || 'none'} |`;
    }),
    `| ${clip} | **readout to the better peer** | **${times(ratio.decodedRatio)}** | | **${times(ratio.firstReadRatio)}** | **${ratio.frameRateRatio.toFixed(2)}** | |`,
  ]);

  await writeResults(
    'camera',
    'Barcodes from a camera',
    { versions, repeats, overall, clips: figures, runs },
    `Recorded videos of real photos of codes, 1280 x 720 at 30 frames a second, through the fake camera of Chromium ${versions.chromium}, beside html5-qrcode ${versions['html5-qrcode']} and @zxing/browser ${versions['@zxing/browser']} (@zxing/library ${versions['@zxing/library']}), each on a page of its own in a browser of its own, both peers asked to look as often as they can. Middle of ${repeats} runs each. A frame counts once, and only where the text is the right one; the first read is counted from asking for the camera. The page's frames are compared with those of an empty page that shows the same video.

| video | reader | decoded frames a second | looks a second | first read, ms | page's frames a second (share of the empty page's) | wrong texts |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Middle of the videos: ${times(overall.decodedRatio)} the better peer's decoded frames (goal: at least 2), first read in ${times(overall.firstReadRatio)} its time (goal: at most 0.5), the page's frame rate ${overall.frameRateRatio.toFixed(2)} of the empty page's (goal: at least 0.9). ${isMet ? 'All goals are met.' : 'Not all goals are met.'} ${busyness()}`,
  );
  return isMet;
}
