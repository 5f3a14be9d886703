import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../../../ui/texts.tsx';
import type { Path } from './at-path.ts';
import { useManifestForm } from './form-context.ts';

interface InputProps {
  path: Path;
  label: string;
  help?: string;
  /** Nothing is typed: the key is left out instead of being empty. */
  isOptional?: boolean;
}

const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export function TextAt({ path, label, help, isOptional = false }: InputProps) {
  const { value, set, problem } = useManifestForm();
  return (
    <TextInput
      size="xs"
      label={label}
      description={help}
      error={problem(path)}
      value={asText(value(path))}
      onChange={({ currentTarget }) =>
        set(path, isOptional && currentTarget.value === '' ? undefined : currentTarget.value)
      }
    />
  );
}

/** As it is typed, while it means the same: `1.` is not made `1` under one's fingers. */
function useTyped(path: Path, toText: (value: unknown) => string, toValue: (text: string) => unknown) {
  const { value, set, problem } = useManifestForm();
  const now = toText(value(path));
  const [typed, setTyped] = useState(now);
  return {
    text: toText(toValue(typed)) === now ? typed : now,
    error: problem(path),
    type(text: string) {
      setTyped(text);
      set(path, toValue(text));
    },
  };
}

const toNumber = (text: string): unknown => {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' ? undefined : Number.isFinite(number) ? number : text;
};

export function NumberAt({ path, label, help }: InputProps) {
  const { text, error, type } = useTyped(path, asText, toNumber);
  return (
    <TextInput
      size="xs"
      label={label}
      description={help}
      inputMode="decimal"
      error={error}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const toLines = (value: unknown): string => (Array.isArray(value) ? value.map(asText).join('\n') : '');
const fromLines = (text: string): unknown => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length === 0 ? undefined : lines;
};

/** A list of texts, one on each line; a problem of one of them stands here, too. */
export function LinesAt({ path, label, help }: InputProps) {
  const say = useText();
  const { value, problem } = useManifestForm();
  const { text, error, type } = useTyped(path, toLines, fromLines);
  const list = value(path);
  const ofOne = Array.isArray(list)
    ? list.map((_, index) => problem([...path, index])).find(Boolean)
    : undefined;
  return (
    <Textarea
      size="xs"
      label={label}
      description={help ?? say('editor.manifest.one_each_line')}
      error={error ?? ofOne}
      autosize
      minRows={2}
      maxRows={8}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps extends InputProps {
  options: readonly (string | { value: string; label: string })[];
  onChosen?: (value: string) => void;
}

/** What the text says that is no option stays one, with what is wrong below it. */
export function ChoiceAt({ path, label, help, options, onChosen }: ChoiceProps) {
  const text = useText();
  const { value, set, problem } = useManifestForm();
  const now = asText(value(path));
  const isKnown = options.some((option) => (typeof option === 'string' ? option : option.value) === now);
  return (
    <NativeSelect
      size="xs"
      label={label}
      description={help}
      error={problem(path)}
      data={
        isKnown ? [...options] : [{ value: now, label: now || text('editor.manifest.choose') }, ...options]
      }
      value={now}
      onChange={({ currentTarget }) =>
        onChosen ? onChosen(currentTarget.value) : set(path, currentTarget.value)
      }
    />
  );
}

export function SwitchAt({ path, label, help }: InputProps) {
  const { value, set } = useManifestForm();
  return (
    <Checkbox
      size="xs"
      label={label}
      description={help}
      checked={value(path) === true}
      onChange={({ currentTarget }) => set(path, currentTarget.checked ? true : undefined)}
    />
  );
}

/** Whether a text is in a list. */
export function MemberAt({ path, member, label }: { path: Path; member: string; label: string }) {
  const { value, set } = useManifestForm();
  const list = value(path);
  const members = Array.isArray(list) ? list : [];
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={members.includes(member)}
      onChange={({ currentTarget }) =>
        set(path, currentTarget.checked ? [...members, member] : members.filter((each) => each !== member))
      }
    />
  );
}
