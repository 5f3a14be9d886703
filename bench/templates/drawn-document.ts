/** Documents drawn by Chromium from HTML, whose every value and its place are known. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

/** From 0 to 1, the same row of numbers for the same seed. */
export type Random = () => number;

export interface DocumentKind {
  /** Of the page, CSS pixels. */
  width: number;
  height: number;
  /** A screen: never photographed. */
  isScreen?: true;
  /**
   * Values are `data-field`, tables `data-table` with `data-row` and `data-cell`. The value named `without` is left out.
   * `isExample`: the one a template is made of.
   */
  html(random: Random, without?: string, isExample?: boolean): string;
  /** The value left out in the pose that leaves one out. */
  optional?: string;
}

/** How a document lies before the camera. */
export interface Pose {
  /** CSS transform; none for the page itself, filling the picture. */
  transform?: string;
  /** CSS filter. */
  filter?: string;
  /** Pixels of the picture for one of the page; 1 unless told. */
  scale?: number;
}

/** One document of a kind. */
export interface Variant {
  name: string;
  pose(random: Random): Pose;
  leavesOneOut?: true;
}

/** Left, top, right, bottom in pixels, true of pages that fill the picture. */
export type Rect = [number, number, number, number];

export interface DrawnValue {
  name: string;
  text: string;
  /** One for each line of it. */
  rects: Rect[];
}

export interface DrawnDocument {
  kind: string;
  variant: string;
  /** Path of the picture. */
  file: string;
  fields: DrawnValue[];
  tables: { name: string; rows: DrawnValue[][] }[];
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
export const int = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));
export const money = (random: Random, most = 900): string => (random() * most + 1).toFixed(2);
export const field = (name: string, value: string): string => `<span data-field="${name}">${value}</span>`;

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
export function date(random: Random, form: 'iso' | 'de' | 'long' | 'uk'): string {
  const day = int(random, 1, 28);
  const month = int(random, 1, 12);
  const year = int(random, 2024, 2026);
  const two = (value: number) => String(value).padStart(2, '0');
  if (form === 'iso') return `${year}-${two(month)}-${two(day)}`;
  if (form === 'de') return `${two(day)}.${two(month)}.${year}`;
  if (form === 'long') return `${day} ${months[month - 1]} ${year}`;
  return `${two(day)}/${two(month)}/${year}`;
}

/** Run in the page. */
const drawnScript = `(() => {
  const drawn = (element, name) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    return {
      name,
      text: element.innerText.trim(),
      rects: rects.map((rect) => [rect.left, rect.top, rect.right, rect.bottom]),
    };
  };
  const all = (inside, attribute) => [...inside.querySelectorAll('[data-' + attribute + ']')];
  return {
    fields: all(document, 'field').map((element) => drawn(element, element.dataset.field)),
    tables: all(document, 'table').map((table) => ({
      name: table.dataset.table,
      rows: all(table, 'row').map((row) => all(row, 'cell').map((cell) => drawn(cell, cell.dataset.cell))),
    })),
  };
})()`;

/** Draws a document into `folder`. Around a page that is moved lies a table of 80 px. */
export async function drawDocument(
  browser: Browser,
  folder: string,
  kind: string,
  { width, height, html, isScreen, optional }: DocumentKind,
  variant: Variant,
  random: Random,
): Promise<DrawnDocument> {
  const content = html(random, variant.leavesOneOut ? optional : undefined, variant.name === 'example');
  const pose = isScreen ? {} : variant.pose(random);
  const isFlat = !pose.transform;
  const margin = isFlat ? 0 : 80;
  const page = await browser.newPage({
    viewport: { width: width + 2 * margin, height: height + 2 * margin },
    deviceScaleFactor: pose.scale ?? 1,
  });
  await page.setContent(
    `<style>body{margin:0;background:${isFlat ? '#fff' : '#6b6259'};color:#111}main{background:#fff;box-sizing:border-box;
width:${width}px;height:${height}px;margin:${margin}px;${isFlat ? '' : `transform:${pose.transform};`}${pose.filter ? `filter:${pose.filter}` : ''}}</style><main>${content}</main>`,
  );
  const truth = await page.evaluate<Pick<DrawnDocument, 'fields' | 'tables'>>(drawnScript);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${kind} ${variant.name}.${isFlat ? 'png' : 'jpg'}`.replaceAll(' ', '-'));
  await page.screenshot({ path: file, ...(isFlat ? {} : { type: 'jpeg', quality: 82 }) });
  await page.close();
  return { kind, variant: variant.name, file, ...truth };
}
