import type { Course } from '@readout/domain/watches/list-watches';
import type { Watch } from '@readout/domain/watches/rules';
import { Text } from '../ui/layout.tsx';
import { useLocale, useText } from '../ui/texts.tsx';
import classes from './course-line.module.css';
import { valueText } from './words.ts';

const [width, height] = [180, 32];

/** The last hours in one line, gaps left open, limits dashed. */
export function CourseLine({
  course,
  reads,
  low,
  high,
}: {
  course: Course;
  reads: Watch['reads'];
  low: number | null;
  high: number | null;
}) {
  const text = useText();
  const locale = useLocale();
  const values = course.means.filter((mean) => mean !== null);
  if (values.length === 0)
    return (
      <Text as="span" tone="dim">
        {text('watch.page.no_values')}
      </Text>
    );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const spread = most - least || Math.abs(most) || 1;
  const y = (value: number) => height - 3 - ((value - least) / spread) * (height - 6);
  const x = (index: number) => (index / Math.max(1, course.means.length - 1)) * (width - 4) + 2;
  let path = '';
  let isDrawing = false;
  course.means.forEach((mean, index) => {
    if (mean === null) {
      isDrawing = false;
      return;
    }
    const isAlone = course.means[index - 1] == null && course.means[index + 1] == null;
    path += `${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(mean).toFixed(1)}${isAlone ? 'h0.01' : ''}`;
    isDrawing = true;
  });
  return (
    <svg
      className={classes.course}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text('watch.page.from_to', {
        from: valueText(least, reads, locale),
        to: valueText(most, reads, locale),
      })}
    >
      {[low, high].map((limit) =>
        limit !== null && limit >= least && limit <= most ? (
          <line key={limit} x1={0} x2={width} y1={y(limit)} y2={y(limit)} />
        ) : null,
      )}
      <path d={path} />
    </svg>
  );
}
