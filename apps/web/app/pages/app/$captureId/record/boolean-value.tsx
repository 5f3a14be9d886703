import { Checkbox } from '@mantine/core';
import type { JsonValue } from '@readout/plugin-kit';
import { useText } from '../../../../ui/texts.tsx';

interface BooleanValueProps {
  id: string;
  value: JsonValue;
  mayEdit: boolean;
  isDoubtful: boolean;
  describedBy: string;
  onSave(value: JsonValue, base: JsonValue): Promise<boolean>;
}

/** Yes or no, saved as it is ticked; neither of the two where the paper does not say. */
export function BooleanValue({ id, value, mayEdit, isDoubtful, describedBy, onSave }: BooleanValueProps) {
  const text = useText();
  return (
    <Checkbox
      id={id}
      size="sm"
      checked={value === true}
      indeterminate={value === null}
      // A control that is disabled could not be reached by the keyboard.
      readOnly={!mayEdit}
      aria-readonly={!mayEdit || undefined}
      aria-describedby={describedBy}
      data-doubt={isDoubtful || undefined}
      label={value === null ? undefined : text(value === true ? 'common.yes' : 'common.no')}
      onChange={(event) => {
        if (mayEdit) void onSave(event.currentTarget.checked, value);
      }}
    />
  );
}
