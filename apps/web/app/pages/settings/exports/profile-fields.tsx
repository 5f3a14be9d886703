import { Checkbox, Select, TextInput } from '@mantine/core';
import {
  aboutColumns,
  maxProfileName,
  type ProfileSettings,
  type ProfileType,
} from '@readout/domain/exports/profiles/rules';
import { LANGUAGES, spokenLanguage } from '@readout/texts';
import { useState } from 'react';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { BookingFields } from './booking-fields.tsx';
import { ColumnsField } from './columns-field.tsx';
import { JournalFields } from './journal-fields.tsx';

interface ProfileFieldsProps {
  type: ProfileType;
  /** As it is kept. */
  kept?: (ProfileSettings & { name: string }) | undefined;
  /** What is wrong, beside each. */
  fields?: Record<string, string> | undefined;
}

const usualPattern = '{date} {supplier|merchant} {number}';

/** What a profile of one type of record is asked for. */
export function ProfileFields({ type, kept, fields = {} }: ProfileFieldsProps) {
  const text = useText();
  const locale = useLocale();
  const [format, setFormat] = useState<string | null>(kept?.format ?? 'csv');
  const [withOriginals, setWithOriginals] = useState((kept?.originals ?? null) !== null);
  const places = (['none', 'rows', 'sheet'] as const).filter((each) => each !== 'sheet' || format === 'xlsx');
  const sources = [
    ...type.fields.map(({ name, label }) => ({ source: name, label })),
    ...aboutColumns.map((column) => ({ source: `@${column}`, label: text('export.column', { column }) })),
  ];
  return (
    <>
      <input type="hidden" name="type" value={type.type} />
      <TextInput
        name="name"
        label={text('common.name')}
        required
        maxLength={maxProfileName}
        defaultValue={kept?.name ?? ''}
        error={fields.name}
      />
      <Select
        name="format"
        label={text('export.profile.format')}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'xlsx', label: 'Excel (XLSX)' },
          { value: 'datev', label: text('export.booking.datev') },
          { value: 'hledger', label: text('export.booking.hledger') },
        ]}
        value={format}
        onChange={setFormat}
        allowDeselect={false}
      />
      {format === 'hledger' ? (
        <>
          <input type="hidden" name="language" value="en" />
          <input type="hidden" name="items" value="none" />
          <JournalFields kept={kept?.hledger} fields={fields} />
        </>
      ) : format === 'datev' ? (
        <>
          <input type="hidden" name="language" value="de" />
          <input type="hidden" name="items" value="none" />
          <BookingFields kept={kept?.datev} fields={fields} />
        </>
      ) : (
        <>
          <Select
            name="language"
            label={text('export.profile.language')}
            description={text('export.profile.language_hint')}
            data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
            defaultValue={kept?.language ?? spokenLanguage(locale)}
            allowDeselect={false}
          />
          {type.hasItems ? (
            <Select
              // A sheet of its own goes with the format that has sheets.
              key={format}
              name="items"
              label={text('export.profile.items')}
              data={places.map((value) => ({
                value,
                label: text('export.profile.items_are', { items: value }),
              }))}
              defaultValue={places.find((each) => each === kept?.items) ?? 'none'}
              allowDeselect={false}
              error={fields.items}
            />
          ) : (
            <input type="hidden" name="items" value="none" />
          )}
          <ColumnsField
            sources={sources}
            kept={kept?.columns.length ? kept.columns : undefined}
            error={fields.columns}
          />
        </>
      )}
      <Checkbox
        name="withOriginals"
        label={text('export.profile.with_originals')}
        description={text('export.profile.with_originals_hint')}
        checked={withOriginals}
        onChange={(event) => setWithOriginals(event.currentTarget.checked)}
      />
      {withOriginals ? (
        <TextInput
          name="pattern"
          label={text('export.profile.pattern')}
          description={text('export.profile.pattern_hint')}
          maxLength={200}
          defaultValue={kept?.originals ?? usualPattern}
          error={fields.pattern}
          data-as-typed
        />
      ) : null}
    </>
  );
}
