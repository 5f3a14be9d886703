import { NumberInput } from '@mantine/core';
import { insideFrame, type Region } from '../../frames/region.ts';
import classes from './desktop.module.css';

const fields = [
  ['x', 'Left'],
  ['y', 'Top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const;

/** The region in exact pixels. */
export function RegionNumbers({
  frame,
  region,
  isHeld,
  onChange,
}: {
  frame: { width: number; height: number };
  region: Region;
  isHeld: boolean;
  onChange(region: Region): void;
}) {
  return (
    <div className={classes.numbers}>
      {fields.map(([name, label]) => (
        <NumberInput
          key={name}
          size="xs"
          label={label}
          value={region[name]}
          min={name === 'width' || name === 'height' ? 1 : 0}
          max={name === 'x' || name === 'width' ? frame.width : frame.height}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={isHeld}
          onChange={(value) => {
            if (typeof value === 'number') onChange(insideFrame({ ...region, [name]: value }, frame));
          }}
        />
      ))}
    </div>
  );
}
