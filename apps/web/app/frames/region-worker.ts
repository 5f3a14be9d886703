import { edgeMap, type RgbaPicture } from './edge-map.ts';
import { type MarkedRegion, markRegion } from './mark-region.ts';
import type { Region } from './region.ts';
import { findRegion, type KnownRegion, type RegionMatch } from './region-match.ts';

export interface SearchOptions {
  search: 'near' | 'anywhere' | 'zoomed';
}

export type Asked =
  | {
      id: number;
      kind: 'find';
      frame: ImageBitmap;
      known: (KnownRegion & { id: string; lastSeen?: { region: Region; scale: number } })[];
      options: SearchOptions;
    }
  | { id: number; kind: 'mark'; frame: ImageBitmap; region: Region };

export type Answered =
  | { id: number; kind: 'find'; matches: Record<string, RegionMatch> }
  | { id: number; kind: 'mark'; marked: MarkedRegion }
  | { id: number; kind: 'failed'; message: string };

self.addEventListener('message', ({ data: asked }: MessageEvent<Asked>) => {
  let answer: Answered;
  try {
    const picture = pixelsOf(asked.frame);
    if (asked.kind === 'mark') {
      answer = { id: asked.id, kind: 'mark', marked: markRegion(picture, asked.region) };
    } else {
      const map = edgeMap(picture);
      const matches: Record<string, RegionMatch> = {};
      for (const { id, lastSeen, ...known } of asked.known)
        matches[id] = findRegion(map, known, { ...asked.options, ...(lastSeen ? { lastSeen } : {}) });
      answer = { id: asked.id, kind: 'find', matches };
    }
  } catch (error) {
    answer = {
      id: asked.id,
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
    };
  }
  self.postMessage(answer);
});

function pixelsOf(frame: ImageBitmap): RgbaPicture {
  const { width, height } = frame;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives workers no pixels.');
  context.drawImage(frame, 0, 0);
  frame.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}
