import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  cssMatrix,
  cssMatrixTo,
  fit,
  keepInSight,
  type Point,
  panBy,
  pinch,
  quarterTurn,
  type Rect,
  type Rotation,
  reveal,
  type Size,
  type View,
  viewBetween,
  zoomAt,
} from './geometry.ts';

const moveMs = 180;
/** Pixels a pointer may wander and still have clicked. */
const clickSlackPx = 4;

export interface Viewer {
  view: View;
  viewport: Size;
  zoom(factor: number, at?: Point): void;
  fitAll(): void;
  /** The whole of what is another picture by now. */
  startOver(rotation: Rotation): void;
  actualSize(): void;
  turn(direction: 1 | -1): void;
  pan(dx: number, dy: number): void;
  /** Brings pixels into sight; `legible` also makes them large enough to read. */
  show(rect: Rect, legible: boolean): void;
  isDragging: boolean;
  pointerHandlers: {
    onPointerDown(event: ReactPointerEvent): void;
    onPointerMove(event: ReactPointerEvent): void;
    onPointerUp(event: ReactPointerEvent): void;
    onPointerCancel(event: ReactPointerEvent): void;
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void;
  };
}

/** What a single pointer does instead of moving the picture, in pixels of the viewport. */
export interface Stroke {
  draw(from: Point, to: Point): void;
  /** @param isMore - with Shift */
  end(from: Point, to: Point, isMore: boolean): void;
  /** A second finger came: it is the picture that is moved. */
  cancel(): void;
}

/** What shows the picture: itself, and what is drawn over all of the viewport. */
export interface Layers {
  image: RefObject<HTMLElement | null>;
  overlay: RefObject<SVGElement | null>;
}

/**
 * Where the viewer looks, moved by wheel, drag, fingers and calls. Calls that show a place glide to it: the view is that of the end
 * from the beginning, and the browser moves the layers there by itself.
 */
export function useViewer(
  element: RefObject<HTMLElement | null>,
  picture: Size,
  startRotation: Rotation,
  stroke: RefObject<Stroke | undefined>,
  { image, overlay }: Layers,
): Viewer {
  const [viewport, setViewport] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View>(() => fit(picture, { width: 800, height: 600 }, startRotation));
  const [isDragging, setIsDragging] = useState(false);
  // Until one zooms or moves, the picture keeps filling a pane that changes its size.
  const isFitted = useRef(true);
  const now = useRef({ view, viewport, picture });
  now.current = { view, viewport, picture };
  /** From where it glides to the view, once that is drawn. */
  const glidesFrom = useRef<View>(undefined);
  const gliding = useRef<{ from: View; to: View; layers: Animation[] }>(undefined);

  /** Ends a glide where it is. @returns what is seen */
  const stop = useCallback((): View => {
    glidesFrom.current = undefined;
    const { view: current, viewport: size } = now.current;
    if (!gliding.current) return current;
    const { from, to, layers } = gliding.current;
    gliding.current = undefined;
    const share = layers[0]?.effect?.getComputedTiming().progress ?? 1;
    for (const layer of layers) layer.cancel();
    return viewBetween(from, to, size, share);
  }, []);

  const move = useCallback(
    (next: (view: View, viewport: Size) => View, staysFitted = false) => {
      isFitted.current = staysFitted;
      if (gliding.current) setView(stop());
      setView((current) =>
        keepInSight(next(current, now.current.viewport), now.current.picture, now.current.viewport),
      );
    },
    [stop],
  );

  const glide = useCallback(
    (to: View) => {
      isFitted.current = false;
      const from = stop();
      setView(to);
      const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!isStill && from.rotation === to.rotation) glidesFrom.current = from;
    },
    [stop],
  );

  useLayoutEffect(() => {
    const from = glidesFrom.current;
    glidesFrom.current = undefined;
    if (!from) return;
    const { viewport: size } = now.current;
    const timing = { duration: moveMs, easing: 'cubic-bezier(0.33, 1, 0.68, 1)' };
    const layers = [
      image.current?.animate({ transform: [cssMatrix(from, size), cssMatrix(view, size)] }, timing),
      overlay.current?.animate({ transform: [cssMatrixTo(from, view, size), 'none'] }, timing),
    ].filter((layer) => layer !== undefined);
    const glide = { from, to: view, layers };
    gliding.current = glide;
    layers[0]?.addEventListener('finish', () => {
      if (gliding.current === glide) gliding.current = undefined;
    });
  }, [view, image, overlay]);

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(() => {
      const size = { width: target.clientWidth, height: target.clientHeight };
      setViewport(size);
      if (isFitted.current) setView((current) => fit(now.current.picture, size, current.rotation));
    });
    observer.observe(target);
    // React listens to wheel passively; zooming must keep the page from scrolling.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = target.getBoundingClientRect();
      const lines =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE
          ? 16
          : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
            ? 400
            : 1;
      // A trackpad's pinch comes as a wheel with Ctrl, in small steps.
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      move((current, size) =>
        zoomAt(current, Math.exp(-event.deltaY * lines * speed), size, [
          event.clientX - box.left,
          event.clientY - box.top,
        ]),
      );
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      target.removeEventListener('wheel', onWheel);
    };
  }, [element, move]);

  const pointers = useRef(new Map<number, Point>());
  const pressed = useRef<Point>(undefined);
  const hasMoved = useRef(false);
  /** The first button or a single finger, pressed where one picks. */
  const strokes = useRef<Stroke>(undefined);
  const at = (event: ReactPointerEvent): Point => {
    const box = element.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  const onPointerDown = (event: ReactPointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0 && event.button !== 1) return;
    // What one presses on stands still from then on.
    if (gliding.current) setView(stop());
    pointers.current.set(event.pointerId, at(event));
    if (pointers.current.size === 1) {
      pressed.current = at(event);
      hasMoved.current = false;
      strokes.current = event.button === 0 ? stroke.current : undefined;
    } else {
      strokes.current?.cancel();
      strokes.current = undefined;
    }
  };
  const onPointerMove = (event: ReactPointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const after = at(event);
    const start = pressed.current;
    if (!hasMoved.current && start && Math.hypot(after[0] - start[0], after[1] - start[1]) < clickSlackPx)
      return;
    if (!hasMoved.current) {
      hasMoved.current = true;
      if (!strokes.current) setIsDragging(true);
      // Only now: a captured pointer would take the click away from the box under it.
      for (const id of pointers.current.keys()) element.current?.setPointerCapture(id);
    }
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, after);
    const [other] = others;
    if (strokes.current && start) strokes.current.draw(start, after);
    else if (other) move((current, size) => pinch(current, size, [before, other], [after, other]));
    else move((current) => panBy(current, after[0] - before[0], after[1] - before[1]));
  };
  const onPointerUp = (event: ReactPointerEvent): void => {
    const wasPressed = pointers.current.delete(event.pointerId);
    if (wasPressed && strokes.current && pressed.current) {
      if (event.type === 'pointercancel') strokes.current.cancel();
      else
        strokes.current.end(pressed.current, hasMoved.current ? at(event) : pressed.current, event.shiftKey);
      strokes.current = undefined;
    }
    if (pointers.current.size === 0) setIsDragging(false);
  };

  return {
    view,
    viewport,
    isDragging,
    zoom: (factor, point) => move((current, size) => zoomAt(current, factor, size, point)),
    fitAll: () => {
      move((current, size) => fit(picture, size, current.rotation), true);
    },
    startOver: (rotation) => move((_, size) => fit(now.current.picture, size, rotation), true),
    actualSize: () => move((current, size) => zoomAt(current, 1 / current.scale, size)),
    turn: (direction) => {
      const wasFitted = isFitted.current;
      move(
        (current, size) =>
          wasFitted
            ? fit(picture, size, quarterTurn(current, direction).rotation)
            : quarterTurn(current, direction),
        wasFitted,
      );
    },
    pan: (dx, dy) => move((current) => panBy(current, dx, dy)),
    show: useCallback(
      (rect, legible) => {
        const { view: current, viewport: size } = now.current;
        if (size.width === 0) return;
        // A finger needs more to hit.
        const legiblePx = window.matchMedia('(pointer: coarse)').matches ? 28 : 18;
        const next = reveal(current, rect, size, legible ? legiblePx : 0);
        if (next.x !== current.x || next.y !== current.y || next.scale !== current.scale) glide(next);
      },
      [glide],
    ),
    pointerHandlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onClickCapture: (event) => {
        if (!hasMoved.current) return;
        event.preventDefault();
        event.stopPropagation();
        hasMoved.current = false;
      },
    },
  };
}
