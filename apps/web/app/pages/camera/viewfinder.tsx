import type { FrameScan, Guidance } from '@readout/image-reader/live';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { deviceReader } from '../../device/device-reader.ts';
import { summarise } from '../../device/device-words.ts';
import { PackagedInstead } from '../../device/packaged-instead.tsx';
import { useDeviceReaderState } from '../../device/use-device-reader.ts';
import { chooseLens, focusAt, openCamera } from '../../frames/camera.ts';
import { EarlyPicture } from '../../frames/early-camera.tsx';
import { KeyHelp } from '../../keyboard/key-help.tsx';
import { shownCode } from '../../keyboard/scanner-notes.tsx';
import { usePageKeys, useScannedCodes } from '../../keyboard/use-keys.ts';
import { takeIn, useQueueCounts } from '../../queue/use-queue.ts';
import { choiceName } from '../../texts/choice-name.ts';
import { Hidden } from '../../ui/layout.tsx';
import { useText } from '../../ui/texts.tsx';
import { cameraKeys } from './camera-keys.ts';
import { canBeDrawn, codePicture } from './code-picture.ts';
import { CountPanel } from './count-panel.tsx';
import { Deck, KeyHints, Modes } from './deck.tsx';
import { feelFailed, feelRead, unlockSound } from './feedback.ts';
import { type Fit, fitFrame, type Size } from './fit-frame.ts';
import { FilePickers, NoCamera } from './no-camera.tsx';
import { createOverlay, type Overlay } from './overlay.ts';
import { ProblemNote } from './problem-note.tsx';
import { changeSettings, modes, useCameraSettings } from './settings.ts';
import { shapesOf } from './shapes.ts';
import { Strip } from './strip.tsx';
import { TakenDrawer } from './taken-drawer.tsx';
import { TopBar, toggleTorch, zoomTo } from './top-bar.tsx';
import { Tray } from './tray.tsx';
import { useAutoCapture } from './use-auto-capture.ts';
import { useCamera } from './use-camera.ts';
import { useDrafts } from './use-drafts.ts';
import { useLiveReading } from './use-live-reading.ts';
import { useScanner } from './use-scanner.ts';
import { useSeenCodes } from './use-seen-codes.ts';
import { keepInQueue, useShutter } from './use-shutter.ts';
import { useTally } from './use-tally.ts';
import classes from './viewfinder.module.css';

interface Props {
  owner: { userId: string; companyId: string };
}

/** The camera page while pictures may be taken: what the camera shows, what is read in it, and the shutter. */
export function Viewfinder({ owner }: Props) {
  const text = useText();
  const video = useRef<HTMLVideoElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const settings = useCameraSettings();
  const { mode } = settings;
  const camera = useCamera(video);
  const device = useDeviceReaderState();
  const counts = useQueueCounts();
  const takesItself = settings.auto && mode !== 'count';
  const seen = useSeenCodes(takesItself);
  const kept = useTally(`${owner.companyId}.${owner.userId}`);
  const batch = useDrafts('batch', owner);
  const pages = useDrafts('document', owner);
  const strip = mode === 'batch' ? batch : mode === 'document' ? pages : undefined;
  const [guidance, setGuidance] = useState<Guidance>('none');
  const [fit, setFit] = useState(noFit);
  const [isTakenOpen, setIsTakenOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isFinishing, setIsFinishing] = useState(false);
  const [isReadingText, setIsReadingText] = useState(false);
  const isLive = camera.status === 'live';

  const shutter = useShutter(video, strip ? strip.add : keepInQueue);
  const draw = useOverlay(picture, camera.isFront, setFit);
  const scan = useRef<(scan: FrameScan) => void>(() => undefined);
  const { status, scanner, restart } = useScanner(
    camera.track,
    video,
    { barcodes: true, document: mode === 'document', restMs: isReadingText ? restMs : 0 },
    (each) => scan.current(each),
  );
  const readsText = device.status === 'ready' && mode !== 'count';
  const live = useLiveReading(readsText, video, scanner, setIsReadingText);

  const take = useCallback(async () => {
    const { result, isInPlace, isReading } = live.newest.current;
    const done = seen.picture();
    // A picture is described only once all of it has been read.
    const isRead = result && isInPlace && !isReading;
    const isKept = await shutter.take(isRead ? summarise(result, text) : undefined);
    done(isKept);
    return isKept;
  }, [live.newest, shutter.take, seen.picture, text]);
  const follow = useAutoCapture(
    { isOn: takesItself, readsText, isBusy: shutter.isBusy },
    seen.hasUnkept,
    take,
  );

  scan.current = (each) => {
    const { result, glimpse, isInPlace } = live.newest.current;
    const inPlace = isInPlace ? result : glimpse && { reading: glimpse, records: [] };
    seen.see(each);
    draw(
      shapesOf(each, inPlace, (code) => takesItself && !seen.isKept(code), text),
      each,
    );
    live.follow(each);
    if (mode === 'count') kept.count(each.barcodes);
    follow(each, live.newest.current);
    setGuidance(each.guidance);
  };

  const isSparing = useLoadOnceLive(isLive && mode !== 'count');

  const finish = async () => {
    if (!strip || strip.shown.length === 0 || isFinishing) return;
    setIsFinishing(true);
    try {
      await strip.finish();
    } catch (error) {
      shutter.report(error);
    } finally {
      setIsFinishing(false);
    }
  };
  const zoom = camera.abilities.zoom;
  const lensAt = camera.lenses.findIndex(({ deviceId }) => deviceId === camera.lensId);
  const nextLens = camera.lenses[(lensAt + 1) % Math.max(1, camera.lenses.length)];
  usePageKeys(cameraKeys, {
    take: () => void take(),
    finish: () => void finish(),
    mode: () => changeSettings({ mode: modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'continuous' }),
    torch: () => toggleTorch(camera),
    auto: () => changeSettings({ auto: !settings.auto }),
    sound: () => changeSettings({ sound: !settings.sound }),
    vibration: () => changeSettings({ vibration: !settings.vibration }),
    lens: () => camera.lenses.length > 1 && nextLens && chooseLens(nextLens.deviceId),
    focus: () => camera.abilities.focusAt && focusAt(0.5, 0.5).catch(() => undefined),
    taken: () => setIsTakenOpen(true),
    undo: () => (mode === 'count' ? kept.takeBack() : strip?.undoRemove?.()),
    zoom_in: () => zoom && zoomTo(Math.min(zoom.max, camera.zoom * 1.25)),
    help: () => setIsHelpOpen(true),
    zoom_out: () => zoom && zoomTo(Math.max(zoom.min, camera.zoom / 1.25)),
  });
  const [scanned, setScanned] = useState<{
    what: 'counted' | 'known' | 'captured' | 'too_long';
    code: string;
  }>();
  useScannedCodes(async (code) => {
    if (mode === 'count') {
      const isNew = kept.countScanned(code);
      if (isNew) feelRead();
      setScanned({ what: isNew ? 'counted' : 'known', code });
    } else if (canBeDrawn(code)) {
      if (await shutter.keep(codePicture(code))) setScanned({ what: 'captured', code });
    } else {
      feelFailed();
      setScanned({ what: 'too_long', code });
    }
  });

  const takeFiles = (files: FileList) => void takeIn([...files], { source: 'camera' });
  const focus = (event: PointerEvent<HTMLDivElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const element = video.current;
    const isControl = event.target instanceof Element && event.target.closest('button, label') !== null;
    if (!element?.videoWidth || !camera.abilities.focusAt || isControl) return;
    const frame = { width: element.videoWidth, height: element.videoHeight };
    const [x, y] = fitFrame(frame, bounds, camera.isFront).toFrame([
      event.clientX - bounds.left,
      event.clientY - bounds.top,
    ]);
    if (x >= 0 && y >= 0 && x <= frame.width && y <= frame.height)
      void focusAt(x / frame.width, y / frame.height).catch(() => undefined);
  };

  const inSight = seen.codes.filter(({ isInSight }) => isInSight);
  const isRead = takesItself
    ? inSight.length > 0 && inSight.every(({ isKept }) => isKept)
    : inSight.length > 0 || (live.reading.isInPlace && !live.reading.isReading);
  const says =
    isLive && guidance !== 'none' ? text('camera.guidance', { guidance: choiceName(guidance) }) : undefined;
  return (
    // The first touch of the page lets it make sounds.
    <div className={classes.camera} data-fills-screen data-camera-look onPointerDown={unlockSound}>
      <Hidden as="h1">{text('common.page_name', { page: 'camera' })}</Hidden>
      {camera.problem ? (
        <NoCamera problem={camera.problem} onRetry={() => void openCamera()} onFiles={takeFiles} />
      ) : (
        <div className={classes.picture} ref={picture} onPointerUp={focus}>
          <video
            ref={video}
            className={classes.video}
            style={{ objectFit: fit.objectFit }}
            data-mirrored={camera.isFront || undefined}
            aria-label={text('camera.view.what_camera_shows')}
            autoPlay
            muted
            playsInline
          />
          <EarlyPicture />
          <div
            className={classes.reticle}
            data-tone={says ? 'notice' : isRead ? 'read' : undefined}
            style={fit.width > 0 ? { width: fit.width, height: fit.height } : undefined}
            aria-hidden
          />
          <svg className={classes.boxes} data-boxes aria-hidden="true" />
          <div className={classes.tags} data-tags aria-hidden="true" />
          <div className={classes.top}>
            <TopBar camera={camera} settings={settings} />
            <p className={classes.guidance} aria-live="polite">
              {says ? <span data-tone="notice">{says}</span> : null}
            </p>
          </div>
          {isLive ? null : (
            <p className={classes.wait} role="status">
              {text('camera.view.wait', {
                state: camera.status === 'interrupted' ? 'interrupted' : 'starting',
              })}
            </p>
          )}
        </div>
      )}
      <div className={classes.side}>
        <PackagedInstead />
        <p className={classes.scanned} role="status">
          {scanned ? text('camera.scan.said', { what: scanned.what, code: shownCode(scanned.code) }) : null}
        </p>
        <ProblemNote problem={shutter.problem} onDismiss={shutter.dismissProblem} />
        {status === 'failed' ? (
          <p className={classes.note} role="alert">
            {text('camera.view.codes_not_read')}{' '}
            <button type="button" onClick={restart}>
              {text('common.try_again')}
            </button>
          </p>
        ) : null}
        {mode === 'count' ? (
          <CountPanel
            tally={kept.tally}
            onTakeBack={kept.takeBack}
            onClear={kept.clear}
            onRestore={kept.restore}
          />
        ) : (
          <Tray
            codes={seen.codes}
            takesItself={takesItself}
            result={live.reading.result}
            isReading={live.reading.isReading}
            failure={live.reading.failure}
            device={device}
            isSparing={isSparing}
            onLoad={() =>
              void deviceReader()
                .load()
                .catch(() => undefined)
            }
          />
        )}
        {strip && (mode === 'batch' || mode === 'document') ? (
          <Strip kind={mode} strip={strip} isFinishing={isFinishing} onFinish={() => void finish()} />
        ) : null}
        {camera.problem ? (
          <Modes mode={mode} />
        ) : (
          <Deck
            mode={mode}
            canTake={isLive}
            pending={shutter.pending}
            waiting={counts.waiting + counts.failed}
            lastPicture={shutter.lastPicture}
            takenCount={shutter.takenCount}
            onTake={() => void take()}
            onShowTaken={() => setIsTakenOpen(true)}
          />
        )}
        <p className={classes.hint}>{text('camera.mode.hint', { mode })}</p>
        <KeyHints />
        {camera.problem ? null : (
          <details className={classes.files}>
            <summary>{text('camera.view.use_files')}</summary>
            <FilePickers onFiles={takeFiles} />
          </details>
        )}
      </div>
      <TakenDrawer isOpen={isTakenOpen} onClose={() => setIsTakenOpen(false)} />
      <KeyHelp
        groups={[
          {
            name: text('common.page_name', { page: 'camera' }),
            keys: cameraKeys.map(({ action, keys }) => ({
              keys,
              does: text('camera.key.does', { key: action }),
            })),
          },
        ]}
        isOpen={isHelpOpen}
        onOpen={setIsHelpOpen}
      />
    </div>
  );
}

/** Between frames while text is read: still ten a second, and the reading is done sooner. */
const restMs = 70;

interface ShownFit {
  objectFit: Fit['objectFit'];
  /** Of the reticle, CSS pixels; 0 before the first frame. */
  width: number;
  height: number;
}

const noFit: ShownFit = { objectFit: 'cover', width: 0, height: 0 };
/** Share of what is seen of the frame that the reticle encloses, and its largest side in CSS pixels. */
const aimShare = 0.8;
const maxAim = 760;

function aimOf(fit: Fit, frame: Size, view: { clientWidth: number; clientHeight: number }): ShownFit {
  const side = (frameSide: number, viewSide: number): number =>
    Math.round(Math.min(maxAim, aimShare * Math.min(viewSide, frameSide * fit.scale)));
  return {
    objectFit: fit.objectFit,
    width: side(frame.width, view.clientWidth),
    height: side(frame.height, view.clientHeight),
  };
}

/** Draws what was scanned, in the way the frame lies in the viewfinder now. */
function useOverlay(
  picture: { current: HTMLDivElement | null },
  isMirrored: boolean,
  onFit: (shown: ShownFit) => void,
): (shapes: Parameters<Overlay['draw']>[0], frame: { width: number; height: number }) => void {
  const overlay = useRef<{ of: Element; overlay: Overlay }>(undefined);
  const shown = useRef(noFit);
  return (shapes, frame) => {
    const element = picture.current;
    const [svg, tags] = [
      element?.querySelector('[data-boxes]'),
      element?.querySelector<HTMLElement>('[data-tags]'),
    ];
    if (!element || !(svg instanceof SVGSVGElement) || !tags) return;
    if (overlay.current?.of !== svg) overlay.current = { of: svg, overlay: createOverlay(svg, tags) };
    const fit = fitFrame(frame, { width: element.clientWidth, height: element.clientHeight }, isMirrored);
    const aim = aimOf(fit, frame, element);
    const known = shown.current;
    if (aim.objectFit !== known.objectFit || aim.width !== known.width || aim.height !== known.height) {
      shown.current = aim;
      onFit(aim);
    }
    overlay.current.overlay.draw(shapes, fit);
  };
}

/**
 * Fetches what reads text once the picture is there: the viewfinder comes first.
 *
 * @returns whether it is not, because the person asked the browser to save data
 */
function useLoadOnceLive(isWanted: boolean): boolean {
  const [isSparing, setIsSparing] = useState(false);
  useEffect(() => {
    const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
    setIsSparing(saveData);
    if (!isWanted || saveData) return;
    const load = () =>
      void deviceReader()
        .load()
        .catch(() => undefined);
    const timer = setTimeout(load, loadAfterMs);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isSparing;
}

/** Until the first frames are on the screen. */
const loadAfterMs = 600;
