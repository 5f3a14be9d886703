import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { folderFormats, maxPattern, usualColumns, usualPattern } from '@readout/domain/deliveries/rules';
import { useId } from 'react';
import { useText } from '../../../../ui/texts.tsx';
import { hintBelow, type KindFieldsProps } from './typed-target.ts';

export function FolderFields({ typed, fields, folders }: KindFieldsProps) {
  const text = useText();
  const id = useId();
  // One that is not allowed any more shows until another is chosen.
  const choices = [...new Set([...folders, ...(typed?.root ? [typed.root] : [])])];
  return (
    <>
      <NativeSelect
        id={`${id}-root`}
        name="root"
        label={text('deliveries.folder')}
        data={choices}
        required
        defaultValue={typed?.root ?? choices[0]}
        error={fields.root}
      />
      <TextInput
        id={`${id}-folder`}
        name="folder"
        label={text('deliveries.subfolder')}
        description={text('deliveries.subfolder_hint')}
        inputWrapperOrder={hintBelow}
        maxLength={400}
        spellCheck={false}
        defaultValue={typed?.folder ?? ''}
        error={fields.folder}
      />
      <NativeSelect
        id={`${id}-format`}
        name="format"
        label={text('deliveries.format_label')}
        data={folderFormats.map((format) => ({
          value: format,
          label: text('deliveries.format', { format }),
        }))}
        defaultValue={typed?.format || 'json'}
        error={fields.format}
      />
      <TextInput
        id={`${id}-pattern`}
        name="pattern"
        label={text('deliveries.pattern')}
        description={text('deliveries.pattern_hint', usualPattern)}
        inputWrapperOrder={hintBelow}
        maxLength={maxPattern}
        spellCheck={false}
        defaultValue={typed?.pattern ?? ''}
        error={fields.pattern}
      />
      <Textarea
        id={`${id}-columns`}
        name="columns"
        label={text('deliveries.columns')}
        description={text('deliveries.columns_hint')}
        inputWrapperOrder={hintBelow}
        rows={4}
        spellCheck={false}
        defaultValue={(typed?.columns ?? usualColumns).join('\n')}
        error={fields.columns}
      />
      <Checkbox
        name="withOriginal"
        label={text('deliveries.with_original')}
        defaultChecked={typed?.withOriginal ?? false}
      />
    </>
  );
}
