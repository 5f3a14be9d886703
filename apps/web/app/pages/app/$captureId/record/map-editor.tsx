import type { JsonValue } from '@readout/plugin-kit';
import { useEffect, useRef, useState } from 'react';
import type { FieldSlot } from '../../../../record/doubt.ts';
import { toInput } from '../../../../record/field-text.ts';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

interface MapEditorProps {
  slot: FieldSlot;
  id: string;
  map: { [key: string]: JsonValue };
  mayEdit: boolean;
  describedBy: string;
  onSave(value: JsonValue, base: JsonValue): Promise<boolean>;
}

/** Names with values, for instance GS1 application identifiers: the names are facts, the values can be corrected. */
export function MapEditor({ slot, id, map, mayEdit, describedBy, onSave }: MapEditorProps) {
  const text = useText();
  const locale = useLocale();
  const [draft, setDraft] = useState(map);
  const stored = JSON.stringify(map);
  const seen = useRef(stored);
  useEffect(() => {
    if (seen.current === stored) return;
    seen.current = stored;
    setDraft(JSON.parse(stored) as typeof map);
  }, [stored]);
  const leave = (name: string, typed: string): void => {
    if (typed === toInput(map[name], 'text', locale)) return;
    void onSave({ ...map, [name]: typed.trim() }, map);
  };
  const names = Object.keys(draft);
  if (names.length === 0) return <p className={classes.raw}>{text('workspace.record.empty')}</p>;
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={classes.listEditor}>
      <table>
        <tbody>
          {names.map((name, index) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td data-type="code">
                <input
                  id={index === 0 ? id : `${id}-${index}`}
                  aria-label={`${slot.label}, ${name}`}
                  value={toInput(draft[name], 'text', locale)}
                  readOnly={!mayEdit}
                  onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
                  onBlur={(event) => leave(name, event.currentTarget.value)}
                  onKeyDown={(event) => event.key === 'Enter' && leave(name, event.currentTarget.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
