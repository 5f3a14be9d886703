import { atLeastThick, cornerMarks, type Fit, type Point } from './fit-frame.ts';

/** What is drawn over the picture: a code (one that is on no picture yet is waiting), a line of text, a field, a document. */
export interface Shape {
  /** The same thing keeps its key from frame to frame, and with it its elements. */
  key: string;
  tone: 'code' | 'waiting' | 'line' | 'field' | 'document';
  /** Corners in pixels of the frame, clockwise. */
  quad: readonly Point[];
  /** Stands in place beside its box. */
  label?: { name?: string; text: string };
}

export interface Overlay {
  /** Draws these and takes away all others. */
  draw(shapes: readonly Shape[], fit: Fit): void;
}

interface Drawn {
  group: SVGGElement;
  wash: SVGPolygonElement;
  casing: SVGPathElement;
  marks: SVGPathElement;
  tag: HTMLElement | undefined;
}

const longestArm = 26;
/** CSS pixels: boxes of one scan line would be a hair. */
const leastThickness = 28;

/**
 * Draws over the viewfinder without the page's own rendering: thirty times a second it would cost as much as the scan.
 *
 * @param svg as large as the viewfinder
 * @param tags holds the labels, likewise
 */
export function createOverlay(svg: SVGSVGElement, tags: HTMLElement): Overlay {
  const drawn = new Map<string, Drawn>();
  return {
    draw(shapes, fit) {
      const keys = new Set(shapes.map(({ key }) => key));
      for (const [key, { group, tag }] of drawn) {
        if (keys.has(key)) continue;
        group.remove();
        tag?.remove();
        drawn.delete(key);
      }
      const taken: DOMRect[] = [];
      for (const shape of shapes) {
        let elements = drawn.get(shape.key);
        if (!elements) {
          elements = make(svg, tags, shape);
          drawn.set(shape.key, elements);
        }
        const inView = shape.quad.map(fit.toView);
        const quad =
          shape.tone === 'code' || shape.tone === 'waiting' ? atLeastThick(inView, leastThickness) : inView;
        const marks = cornerMarks(quad, longestArm);
        elements.wash.setAttribute(
          'points',
          quad.map((point) => point.map((at) => at.toFixed(1)).join()).join(' '),
        );
        elements.casing.setAttribute('d', marks);
        elements.marks.setAttribute('d', marks);
        if (elements.tag && shape.label) place(elements.tag, shape.label, quad, tags, taken);
      }
    },
  };
}

function make(svg: SVGSVGElement, tags: HTMLElement, { tone, label, key }: Shape): Drawn {
  const space = 'http://www.w3.org/2000/svg';
  const group = document.createElementNS(space, 'g');
  group.dataset.tone = tone;
  group.dataset.key = key;
  const wash = document.createElementNS(space, 'polygon');
  const casing = document.createElementNS(space, 'path');
  const marks = document.createElementNS(space, 'path');
  casing.dataset.part = 'casing';
  marks.dataset.part = 'marks';
  group.append(wash, casing, marks);
  svg.append(group);
  let tag: HTMLElement | undefined;
  if (label) {
    tag = document.createElement('div');
    tag.dataset.tone = tone;
    const name = document.createElement('span');
    const text = document.createElement('b');
    tag.append(name, text);
    tags.append(tag);
  }
  return { group, wash, casing, marks, tag };
}

const gap = 6;

/** Below its box, above where there is no room, and never over one that was placed before. */
function place(
  tag: HTMLElement,
  label: NonNullable<Shape['label']>,
  quad: readonly Point[],
  tags: HTMLElement,
  taken: DOMRect[],
): void {
  const [name, text] = tag.children;
  if (name && name.textContent !== (label.name ?? '')) name.textContent = label.name ?? '';
  if (text && text.textContent !== label.text) text.textContent = label.text;
  const { offsetWidth: width, offsetHeight: height } = tag;
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  const left = Math.min(Math.max(gap, Math.min(...xs)), Math.max(gap, tags.clientWidth - width - gap));
  const below = Math.max(...ys) + gap;
  const above = Math.min(...ys) - height - gap;
  const lowest = tags.clientHeight - height - gap;
  let top = Math.max(gap, below <= lowest ? below : Math.min(above, lowest));
  for (const other of taken) {
    const overlaps =
      left < other.right && left + width > other.left && top < other.bottom && top + height > other.top;
    if (overlaps) top = other.bottom + 2;
  }
  taken.push(new DOMRect(left, top, width, height));
  tag.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
  tag.style.visibility = top > lowest + height ? 'hidden' : 'visible';
}
