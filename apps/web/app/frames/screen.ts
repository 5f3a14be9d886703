import type { TextValues } from '@readout/texts';
import { textOfPage } from '../texts/page-text.ts';
import type { FrameSource } from './frame-source.ts';
import { streamSource } from './stream-source.ts';

/** Why a screen cannot be shared here, or was not. */
export type ScreenRefusal = 'insecure' | 'unsupported' | 'refused' | 'blocked' | 'failed';

/** Carries a sentence for the person. */
export class ScreenError extends Error {
  readonly reason: ScreenRefusal;
  constructor(reason: ScreenRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ScreenError';
    this.reason = reason;
  }
}

export type Surface = 'monitor' | 'window' | 'browser';

/** A shared screen, window or tab. */
export interface ScreenSource extends FrameSource {
  kind: 'screen';
  /** What was chosen; undefined where the browser does not tell. */
  surface: Surface | undefined;
}

/** The share of this page; `endedBy` tells how the last one ended. */
export interface ScreenState {
  source: ScreenSource | undefined;
  /** `browser`: by the browser's own button, or because the window or tab was closed. */
  endedBy: 'here' | 'browser' | undefined;
}

const nothing: ScreenState = { source: undefined, endedBy: undefined };
let state = nothing;
let asked: Promise<ScreenSource> | undefined;
const listeners = new Set<() => void>();

/** The share of this page as it is; the same object until it changes. It lives on while one goes from page to page. */
export const screenState = (): ScreenState => state;

export function subscribeScreen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: ScreenState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** What this browser lets a page do with a screen. Browser only. */
export function screenSupport(): { canShare: boolean; reason?: ScreenRefusal; sentence: string } {
  const text = textOfPage();
  if (!window.isSecureContext)
    return {
      canShare: false,
      reason: 'insecure',
      sentence: text('watch.screen.support', { browser: 'insecure' }),
    };
  if (typeof navigator.mediaDevices?.getDisplayMedia !== 'function')
    return {
      canShare: false,
      reason: 'unsupported',
      sentence: text('watch.screen.support', { browser: isPhone() ? 'phone' : 'unsupported' }),
    };
  const name = browserWithoutTabs();
  return {
    canShare: true,
    sentence: text('watch.screen.support', name ? { browser: 'no_tabs', name } : { browser: 'all' }),
  };
}

const isPhone = () =>
  /Android|iPhone|iPad|iPod/i.test(navigator.userAgent) ||
  // iPads call themselves a Mac.
  (navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent));

/** The name of a browser that shares no single tabs. */
function browserWithoutTabs(): string | undefined {
  if (/Firefox\//.test(navigator.userAgent)) return 'Firefox';
  if (/Safari\//.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent)) return 'Safari';
  return undefined;
}

/**
 * Lets the person choose what to share; what was shared before ends then. Call it from a click. A second call while the
 * browser still asks waits for the same answer.
 *
 * @throws ScreenError with a sentence for the person
 */
export function shareScreen(): Promise<ScreenSource> {
  asked ??= share().finally(() => {
    asked = undefined;
  });
  return asked;
}

/** Ends the share, if there is one. */
export function stopSharing(): void {
  const { source } = state;
  if (!source) return;
  become({ source: undefined, endedBy: 'here' });
  source.stop();
}

/** Options newer than the compiler's library. */
interface DisplayOptions extends DisplayMediaStreamOptions {
  controller?: { setFocusBehavior(behaviour: 'no-focus-change'): void };
  selfBrowserSurface?: 'exclude';
  surfaceSwitching?: 'include';
  monitorTypeSurfaces?: 'include';
}

async function share(): Promise<ScreenSource> {
  const support = screenSupport();
  if (!support.canShare) throw new ScreenError(support.reason ?? 'unsupported', support.sentence);
  const options: DisplayOptions = {
    // Readers want every pixel and few frames.
    video: { frameRate: { ideal: 10, max: 15 } },
    audio: false,
    selfBrowserSurface: 'exclude',
    surfaceSwitching: 'include',
    monitorTypeSurfaces: 'include',
  };
  const Controller = (window as { CaptureController?: new () => NonNullable<DisplayOptions['controller']> })
    .CaptureController;
  if (Controller) options.controller = new Controller();
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia(options);
  } catch (error) {
    throw refusal(error);
  }
  const track = stream.getVideoTracks()[0];
  if (!track) throw refused('failed', 'no_picture');
  try {
    // Stay on this page; only tabs and windows of the browser would otherwise come to the front.
    options.controller?.setFocusBehavior('no-focus-change');
  } catch {
    // Not for whole screens.
  }
  track.contentHint = 'text';
  const surface = surfaceOf(track);
  const source: ScreenSource = Object.assign(streamSource(stream, { kind: 'screen', label: '' }), {
    kind: 'screen' as const,
    surface,
    label: labelOf(track, surface),
  });
  const before = state.source;
  become({ source, endedBy: undefined });
  before?.stop();
  source.onEnded(() => {
    if (state.source === source) become({ source: undefined, endedBy: 'browser' });
  });
  return source;
}

function refusal(error: unknown): ScreenError {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return /system|policy/i.test((error as DOMException).message)
      ? refused('blocked', 'system', error)
      : refused('refused', 'person', error);
  if (name === 'NotFoundError') return refused('failed', 'none_found', error);
  if (name === 'NotReadableError') return refused('blocked', 'in_use', error);
  return refused('failed', 'unknown', error);
}

const refused = (
  reason: ScreenRefusal,
  why: TextValues['watch.screen.refused']['why'],
  cause?: unknown,
): ScreenError => new ScreenError(reason, textOfPage()('watch.screen.refused', { why }), { cause });

function surfaceOf(track: MediaStreamTrack): Surface | undefined {
  const surface = track.getSettings().displaySurface;
  return surface === 'monitor' || surface === 'window' || surface === 'browser' ? surface : undefined;
}

function labelOf(track: MediaStreamTrack, surface: Surface | undefined): string {
  // Chrome names its own ids here ("web-contents-media-stream://…", "window:4194:0"), Firefox the title.
  const isTitle = track.label !== '' && !/^[\w-]+:/.test(track.label);
  if (isTitle) return track.label;
  return textOfPage()('watch.screen.surface', { surface });
}
