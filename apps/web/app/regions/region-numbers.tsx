import { NumberInput } from '@mantine/core';
import { insideFrame, type Region } from '../frames/region.ts';
import { useText } from '../ui/texts.tsx';
import classes from './region-numbers.module.css';

const sides = ['x', 'y', 'width', 'height'] as const;

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
  const text = useText();
  return (
    <div className={classes.numbers}>
      {sides.map((name) => (
        <NumberInput
          key={name}
          size="xs"
          label={text('desktop.screen.side', { side: name })}
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
