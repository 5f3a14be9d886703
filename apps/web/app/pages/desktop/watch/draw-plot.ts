import type { Watch, WatchAlarm } from '@readout/domain/watches/rules';
import type UPlot from 'uplot';
import type { SayText } from '../../../ui/texts.tsx';
import { valueText } from '../../../watch/words.ts';
import type { PlotData } from './plot-data.ts';

export interface Scene {
  data: PlotData;
  reads: Watch['reads'];
  low: number | null;
  high: number | null;
  alarms: readonly WatchAlarm[];
  text: SayText;
  locale: string;
}

export interface PlotHandle {
  show(scene: Scene): void;
  destroy(): void;
}

const heightOf = (width: number) => (width < 500 ? 220 : 320);

/** Draws with the theme's colours, again when the colour scheme or the size changes. Browser only. */
export function drawPlot(
  uPlot: typeof UPlot,
  box: HTMLElement,
  first: Scene,
  onZoom: (fromMs: number, toMs: number) => void,
): PlotHandle {
  let scene = first;
  let plot: UPlot | undefined;

  const colours = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    return {
      line: colour('--signal'),
      band: colour('--signal-wash'),
      text: colour('--text-dim'),
      grid: colour('--line'),
      limit: colour('--text'),
      notice: colour('--notice-bright'),
      alarm: colour('--alarm-bright'),
      wash: colour('--alarm-wash'),
    };
  };
  const columns = ({ data }: Scene): UPlot.AlignedData => [data.at, data.high, data.low, data.mean];

  const make = () => {
    plot?.destroy();
    const paint = colours();
    const width = Math.max(280, box.clientWidth);
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const axis = {
      stroke: paint.text,
      font,
      grid: { stroke: paint.grid, width: 1 },
      ticks: { stroke: paint.grid, width: 1 },
    };
    plot = new uPlot(
      {
        width,
        height: heightOf(width),
        ms: 1e-3,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
        scales: {
          x: { time: true, range: () => [scene.data.from, scene.data.to] },
          y: { range: () => rangeOf(scene) },
        },
        axes: [
          {
            ...axis,
            space: 80,
            values: (_, ticks, _axis, _space, stepS) => timesOf(ticks, stepS, scene.locale),
          },
          { ...axis, size: 72, values: (_, ticks) => ticks.map(shortNumber(scene.locale)) },
        ],
        series: [
          {},
          { stroke: 'transparent', points: { show: false } },
          { stroke: 'transparent', points: { show: false } },
          {
            stroke: paint.line,
            width: 1.5,
            spanGaps: false,
            points: { show: (_self, _series, from, to) => to - from < 60 },
          },
        ],
        bands: [{ series: [1, 2], fill: paint.band }],
        hooks: {
          drawClear: [(self) => drawAlarms(self, scene, paint.wash)],
          draw: [
            (self) => drawLimits(self, scene, paint.limit),
            (self) => drawMarks(self, scene.data.at, scene.data.implausible, paint.notice, 0),
            (self) => drawMarks(self, scene.data.at, scene.data.unreadable, paint.alarm, 5),
          ],
          setCursor: [(self) => tell(self, scene, readout)],
          setSelect: [
            (self) => {
              if (self.select.width < 8) return;
              const from = self.posToVal(self.select.left, 'x');
              const to = self.posToVal(self.select.left + self.select.width, 'x');
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
              onZoom(from * 1000, to * 1000);
            },
          ],
        },
      },
      columns(scene),
      box,
    );
  };
  const readout = document.createElement('output');
  readout.dataset.plotReadout = '';
  make();
  box.append(readout);

  const resized = new ResizeObserver(() => {
    const width = Math.max(280, box.clientWidth);
    if (plot && plot.width !== width) plot.setSize({ width, height: heightOf(width) });
  });
  resized.observe(box);
  const schemes = new MutationObserver(make);
  schemes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', make);

  return {
    show(next) {
      scene = next;
      plot?.setData(columns(next));
    },
    destroy() {
      resized.disconnect();
      schemes.disconnect();
      dark.removeEventListener('change', make);
      plot?.destroy();
      readout.remove();
    },
  };
}

/** Values and limits with a little room; a flat line lies in the middle. */
function rangeOf({ data, low, high }: Scene): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of data.low) if (value !== null && value < least) least = value;
  for (const value of data.high) if (value !== null && value > most) most = value;
  if (least > most) return [low ?? 0, high ?? (low ?? 0) + 1];
  const spread = most - least;
  // A limit far away would flatten the line: it is shown once values come near it.
  for (const limit of [low, high]) {
    if (limit === null) continue;
    const beyond = Math.max(least - limit, limit - most, 0);
    if (spread === 0 || beyond <= spread * 3) [least, most] = [Math.min(least, limit), Math.max(most, limit)];
  }
  const room = (most - least || Math.abs(most) || 1) * 0.08;
  return [least - room, most + room];
}

function drawLimits(self: UPlot, { low, high }: Scene, colour: string): void {
  const { ctx, bbox } = self;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, devicePixelRatio);
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const limit of [low, high]) {
    if (limit === null) continue;
    const y = Math.round(self.valToPos(limit, 'y', true));
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
}

/** Short strokes along the bottom: how often, not how far off. */
function drawMarks(
  self: UPlot,
  at: readonly number[],
  counts: readonly number[],
  colour: string,
  raise: number,
): void {
  const { ctx, bbox } = self;
  ctx.save();
  ctx.fillStyle = colour;
  const size = 4 * devicePixelRatio;
  counts.forEach((count, index) => {
    if (count === 0) return;
    const x = self.valToPos(at[index] ?? 0, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) return;
    ctx.fillRect(
      Math.round(x - size / 2),
      bbox.top + bbox.height - size - raise * devicePixelRatio,
      size,
      size,
    );
  });
  ctx.restore();
}

/** Behind everything: from when to when each alarm lasted. */
function drawAlarms(self: UPlot, { alarms, data }: Scene, colour: string): void {
  const { ctx, bbox } = self;
  ctx.save();
  ctx.fillStyle = colour;
  for (const { openedAt, closedAt } of alarms) {
    const from = Math.max(data.from, Date.parse(openedAt) / 1000);
    const to = Math.min(data.to, closedAt === null ? data.to : Date.parse(closedAt) / 1000);
    if (to < data.from || from > data.to) continue;
    const left = self.valToPos(from, 'x', true);
    const width = Math.max(2 * devicePixelRatio, self.valToPos(to, 'x', true) - left);
    ctx.fillRect(left, bbox.top, Math.min(width, bbox.left + bbox.width - left), bbox.height);
  }
  ctx.restore();
}

function tell(self: UPlot, { data, reads, text, locale }: Scene, readout: HTMLOutputElement): void {
  const index = self.cursor.idx;
  const mean = index == null ? undefined : data.mean[index];
  if (index == null || mean == null) {
    readout.textContent = '';
    return;
  }
  const [low, high] = [data.low[index], data.high[index]];
  const time = new Date((data.at[index] ?? 0) * 1000).toLocaleString(locale, {
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const value = valueText(Number(mean.toPrecision(10)), reads, locale);
  readout.textContent =
    low != null && high != null && low !== high
      ? text('watch.page.at_with_span', {
          time,
          value,
          low: valueText(low, reads, locale),
          high: valueText(high, reads, locale),
        })
      : text('watch.page.at', { time, value });
}

/** As the reader's locale writes times, the day wherever it is another one than before. */
function timesOf(ticks: readonly number[], stepS: number, locale: string): string[] {
  const dayText = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const timeText = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(stepS < 60 ? { second: '2-digit' } : {}),
  });
  let shown = '';
  return ticks.map((tick) => {
    const at = new Date(tick * 1000);
    const day = dayText.format(at);
    const time = stepS >= 86_400 ? '' : timeText.format(at);
    const text = [time, day === shown ? '' : day].filter(Boolean).join('\n');
    shown = day;
    return text;
  });
}

const shortNumber = (locale: string) => {
  const compact = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return (value: number) => compact.format(value);
};
