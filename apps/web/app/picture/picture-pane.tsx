import { notifications } from '@mantine/notifications';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import type { Page } from '@readout/plugin-kit';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useKeys } from '../keyboard/use-keys.ts';
import { useReadingWait } from '../queue/reading-wait.ts';
import { controlId, useFocus, useLitId, useLooked } from '../ui/focus.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { IconPhotoOff } from '../ui/icons.ts';
import { Hidden } from '../ui/layout.tsx';
import { useText } from '../ui/texts.tsx';
import { Boxes, LitBoxes } from './boxes.tsx';
import { boxesOf, litBoxes, type Placed, type RecordWithPlaces, recordsOnPage } from './field-boxes.ts';
import { boxesOn, type FlatView, flatView, quadsOn } from './flat-view.ts';
import { boundsOf, cssMatrix, isRotation, type Quad, reticlePath } from './geometry.ts';
import { PageStrip } from './page-strip.tsx';
import { PickedBoxes, usePicking } from './picking.tsx';
import classes from './picture.module.css';
import { PictureToolbar, type ToolbarActions, zoomStep } from './picture-toolbar.tsx';
import { type Stroke, useViewer } from './use-viewer.ts';

const panStepPx = 60;
/** Documents one looks at flattened: every page of them is, though each page begins again. Changed by clicks and keys alone. */
const seenFlat = new Set<string>();

/** What the pane shows of a capture. */
export interface PictureDetail {
  capture: Pick<CaptureDetail['capture'], 'id' | 'title' | 'fileName'>;
  page: Pick<CaptureDetail['page'], 'id' | 'pageNumber' | 'state' | 'width' | 'height'>;
  pages: CaptureDetail['pages'];
  reading: (Placed & { page: Pick<Page, 'rotation' | 'quad'> }) | null;
  records: readonly RecordWithPlaces[];
}

interface PicturePaneProps {
  detail: PictureDetail;
  hits: readonly Quad[];
  /** A line or barcode was clicked, whether a field uses it or not. */
  onPickLine?: ((id: string) => void) | undefined;
}

/** The picture of the open page, with what was read in it. */
export function PicturePane({ detail, hits, onPickLine }: PicturePaneProps) {
  const text = useText();
  const { capture, page, pages, reading } = detail;
  const [showsAll, setShowsAll] = useState(true);
  const [wantsFlat, setWantsFlat] = useState(() => seenFlat.has(capture.id));
  const quad = reading?.page.quad;
  const flat = useMemo(
    () =>
      quad && page.width && page.height
        ? flatView({ width: page.width, height: page.height }, quad)
        : undefined,
    [quad, page.width, page.height],
  );
  const toggleFlat = flat
    ? () => {
        if (wantsFlat) seenFlat.delete(capture.id);
        else seenFlat.add(capture.id);
        setWantsFlat(!wantsFlat);
      }
    : undefined;
  const shown = wantsFlat ? flat : undefined;
  return (
    <section className={classes.pane} aria-label={text('workspace.picture.picture')} data-picture>
      {page.width && page.height ? (
        <Picture
          detail={detail}
          hits={hits}
          onPickLine={onPickLine}
          flat={shown}
          width={shown?.width ?? page.width}
          height={shown?.height ?? page.height}
          showsAll={showsAll}
          setShowsAll={setShowsAll}
          toggleFlat={toggleFlat}
        />
      ) : (
        <NoPicture detail={detail} />
      )}
      {pages.length > 1 ? <PageStrip pages={pages} openId={page.id} /> : null}
    </section>
  );
}

function Picture({
  detail,
  hits: everyHit,
  onPickLine,
  flat,
  width,
  height,
  showsAll,
  setShowsAll,
  toggleFlat,
}: {
  detail: PictureDetail;
  hits: readonly Quad[];
  onPickLine: PicturePaneProps['onPickLine'];
  /** The document alone is shown, seen from straight above. */
  flat: FlatView | undefined;
  width: number;
  height: number;
  showsAll: boolean;
  setShowsAll(showsAll: boolean): void;
  /** Undefined where no document was made out. */
  toggleFlat: (() => void) | undefined;
}) {
  const text = useText();
  const { page, reading, capture } = detail;
  const records = useMemo(() => recordsOnPage(detail.records, page), [detail.records, page]);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useMemo(() => ({ width, height }), [width, height]);
  // The corners of a document begin where its text does: flattened it is upright.
  const found = flat ? 0 : (reading?.page.rotation ?? 0);
  const stroke = useRef<Stroke>(undefined);
  const image = useRef<HTMLImageElement>(null);
  const overlay = useRef<SVGSVGElement>(null);
  const viewer = useViewer(stage, picture, isRotation(found) ? found : 0, stroke, { image, overlay });
  const { view, viewport } = viewer;
  const picking = usePicking({ stroke, flat, view, viewport, show: viewer.show });
  const [isMissing, setIsMissing] = useState(false);
  // The corners are in the address: read again, it may be another picture.
  const source = flat
    ? `/api/v1/captures/${page.id}/flattened?of=${reading?.page.quad?.flat().map(Math.round).join('.')}`
    : `/api/v1/captures/${page.id}/view`;
  const [loaded, setLoaded] = useState<string>();
  const isMade = !flat || loaded === source;
  const hydrated = useHydrated();
  const { look } = useFocus();
  const [looked, litId] = [useLooked(), useLitId()];

  const hits = useMemo(() => quadsOn(flat, everyHit), [flat, everyHit]);
  const everyBox = useMemo(() => boxesOf(reading, records), [reading, records]);
  const boxes = useMemo(() => boxesOn(flat, everyBox), [flat, everyBox]);
  const lit = useMemo(
    () => quadsOn(flat, litBoxes(everyBox, records, looked, litId)),
    [flat, everyBox, records, looked, litId],
  );
  const bounds = boundsOf(lit);

  const { show, startOver } = viewer;
  const isFlat = flat !== undefined;
  const wasFlat = useRef(isFlat);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only going from one to the other begins again
  useEffect(() => {
    if (wasFlat.current === isFlat) return;
    wasFlat.current = isFlat;
    setIsMissing(false);
    // Where one looked in the one has no meaning in the other.
    startOver(isRotation(found) ? found : 0);
  }, [isFlat]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where one looks moves the picture, not a new reading of it
  useEffect(() => {
    if (!looked || looked.from === 'picture') return;
    const rect = boundsOf(quadsOn(flat, litBoxes(everyBox, records, looked, undefined)));
    if (rect) show(rect, looked.from === 'form');
  }, [looked, show]);
  const firstHit = hits[0];
  const isMeasured = viewport.width > 0;
  useEffect(() => {
    const rect = firstHit && boundsOf([firstHit]);
    if (rect && isMeasured) show(rect, false);
  }, [firstHit, show, isMeasured]);

  useKeys({
    'zoom-in': () => viewer.zoom(zoomStep),
    'zoom-out': () => viewer.zoom(1 / zoomStep),
    fit: viewer.fitAll,
    'actual-size': viewer.actualSize,
    rotate: () => viewer.turn(1),
    'rotate-back': () => viewer.turn(-1),
    boxes: () => setShowsAll(!showsAll),
    flatten: () =>
      toggleFlat
        ? toggleFlat()
        : notifications.show({
            id: 'nothing-to-flatten',
            message: text('workspace.picture.nothing_to_flatten'),
            color: 'gray',
            autoClose: 4000,
          }),
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step: Record<string, [number, number]> = {
      ArrowLeft: [panStepPx, 0],
      ArrowRight: [-panStepPx, 0],
      ArrowUp: [0, panStepPx],
      ArrowDown: [0, -panStepPx],
      ' ': [0, event.shiftKey ? viewport.height * 0.8 : -viewport.height * 0.8],
    };
    const by = step[event.key];
    if (!by) return;
    event.preventDefault();
    viewer.pan(...by);
  };
  // The same while the picture moves: what lies on it is not drawn again.
  const onPick = useCallback(
    (recordId: string, field: string): void => {
      look({ recordId, field, from: 'picture' });
      document.getElementById(controlId(recordId, field))?.focus();
    },
    [look],
  );

  const actions = useRef<ToolbarActions>(undefined);
  actions.current = {
    again: () => picking.again?.act(),
    zoom: (factor) => viewer.zoom(factor),
    actualSize: viewer.actualSize,
    fitAll: viewer.fitAll,
    turn: viewer.turn,
    toggleBoxes: () => setShowsAll(!showsAll),
    toggleFlat: () => toggleFlat?.(),
  };

  const s = view.scale;
  const name = text('workspace.picture.name', {
    name: capture.title || capture.fileName,
    page: page.pageNumber,
    look: flat ? 'flat' : 'taken',
  });
  return (
    <>
      <PictureToolbar
        hint={picking.hint}
        again={picking.again?.says}
        percent={Math.round(s * 100)}
        showsAll={showsAll}
        look={toggleFlat && (flat ? 'flat' : 'taken')}
        actions={actions}
      />
      <div
        ref={stage}
        role="application"
        aria-label={text('workspace.picture.stage', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        className={classes.stage}
        data-dragging={viewer.isDragging || undefined}
        data-picking={picking.isOn || undefined}
        onKeyDown={onKeyDown}
        // The control that is filled keeps the focus, and the keyboard of a phone stays.
        onMouseDown={(event) => picking.isOn && event.preventDefault()}
        {...viewer.pointerHandlers}
      >
        {isMissing ? (
          <p className={classes.missing}>
            <IconPhotoOff size={24} stroke={1.5} aria-hidden />
            {flat
              ? text('workspace.picture.flattened_picture_could_not_be')
              : text('workspace.picture.picture_could_not_be_loaded')}
          </p>
        ) : !isMade ? (
          <p className={classes.missing} role="status">
            {text('workspace.picture.flattening')}
          </p>
        ) : null}
        <img
          ref={image}
          src={source}
          alt={name}
          width={width}
          height={height}
          draggable={false}
          decoding="async"
          className={classes.image}
          style={{
            transform: cssMatrix(view, viewport),
            visibility: viewport.width > 0 || !hydrated ? 'visible' : 'hidden',
            imageRendering: s >= 4 ? 'pixelated' : 'auto',
          }}
          onError={() => setIsMissing(true)}
          onLoad={() => {
            setIsMissing(false);
            setLoaded(source);
          }}
        />
        {viewport.width > 0 && isMade ? (
          <svg
            ref={overlay}
            className={classes.overlay}
            width={viewport.width}
            height={viewport.height}
            aria-hidden
          >
            <g transform={cssMatrix(view, viewport)}>
              {bounds && looked ? (
                <path
                  className={classes.shade}
                  fillRule="evenodd"
                  d={`M0 0H${width}V${height}H0Z${lit.map((quad) => `M${quad.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('')}`}
                />
              ) : null}
              <Boxes boxes={boxes} hits={hits} showsAll={showsAll} onPick={onPick} onPickLine={onPickLine} />
              <LitBoxes lit={lit} />
              <PickedBoxes
                isOn={picking.isOn}
                words={picking.words}
                quads={picking.quads}
                selected={picking.selected}
                rereading={picking.rereading}
              />
              {bounds ? (
                <path
                  className={classes.reticle}
                  d={reticlePath(bounds, Math.min(14 / s, Math.max(6 / s, bounds.height * 0.4)), 5 / s)}
                  data-testid="reticle"
                />
              ) : null}
            </g>
            {picking.drawn ? <rect className={classes.drawn} {...picking.drawn} /> : null}
          </svg>
        ) : null}
      </div>
      <Hidden>
        <span role="status">{picking.said}</span>
      </Hidden>
    </>
  );
}

function NoPicture({ detail: { page, capture } }: { detail: PictureDetail }) {
  const text = useText();
  const isOnItsWay = page.state === 'received' || page.state === 'reading';
  const wait = useReadingWait(isOnItsWay ? page.id : undefined);
  return (
    <div className={classes.none} data-busy={isOnItsWay || undefined}>
      <span className={classes.noneMark} aria-hidden />
      <p role="status">
        {page.state === 'received'
          ? text('workspace.picture.waiting_be_read')
          : page.state === 'reading'
            ? text('workspace.picture.reading')
            : text('workspace.picture.there_no_picture_show')}
      </p>
      <p>
        {isOnItsWay
          ? wait
            ? text('workspace.picture.safe_here_wait', { name: capture.fileName, wait })
            : text('workspace.picture.safe_here', { name: capture.fileName })
          : text('workspace.picture.file_could_not_be_decoded')}
      </p>
    </div>
  );
}
