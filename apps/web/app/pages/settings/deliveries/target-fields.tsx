import { Checkbox, TextInput } from '@mantine/core';
import { type TargetKind, typesOf, usualTypes } from '@readout/domain/deliveries/rules';
import { type ReactNode, useId } from 'react';
import { eventName } from '../../../deliveries/event-name.ts';
import { useText } from '../../../ui/texts.tsx';
import { PaperlessFields, PapraFields } from './kinds/archive-fields.tsx';
import { FolderFields } from './kinds/folder-fields.tsx';
import { HttpFields } from './kinds/http-fields.tsx';
import { MailFields } from './kinds/mail-fields.tsx';
import type { KindFieldsProps, TypedTarget } from './kinds/typed-target.ts';

const fieldsOf: Partial<Record<TargetKind, (props: KindFieldsProps) => ReactNode>> = {
  http: HttpFields,
  folder: FolderFields,
  mail: MailFields,
  paperless: PaperlessFields,
  papra: PapraFields,
};

/** What a target is asked for, by its kind. What is secret is never shown again. */
export function TargetFields({
  kind,
  typed,
  fields = {},
  ...more
}: {
  kind: TargetKind;
  typed?: Partial<TypedTarget> | undefined;
  /** What is wrong, beside each. */
  fields?: Record<string, string> | undefined;
} & Omit<KindFieldsProps, 'typed' | 'fields'>) {
  const text = useText();
  const id = useId();
  const KindFields = fieldsOf[kind];
  const events = typed?.events ?? usualTypes;
  return (
    <>
      {kind === 'folder' || kind === 'mail' ? null : (
        <TextInput
          id={`${id}-address`}
          name="address"
          type="url"
          inputMode="url"
          label={text('deliveries.address')}
          placeholder={placeholders[kind]}
          data-as-typed
          required
          maxLength={2000}
          defaultValue={typed?.address ?? ''}
          error={fields.address}
        />
      )}
      {KindFields ? <KindFields typed={typed} fields={fields} {...more} /> : null}
      <TextInput
        id={`${id}-name`}
        name="name"
        label={text('common.name')}
        description={text('deliveries.name_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={80}
        defaultValue={typed?.name ?? ''}
        error={fields.name}
      />
      <Checkbox.Group
        label={text('deliveries.events')}
        required
        defaultValue={[...events]}
        error={fields.events}
      >
        {typesOf[kind].map((type) => (
          <Checkbox
            key={type}
            id={`${id}-${type}`}
            name="events"
            value={type}
            label={text('deliveries.event', { type: eventName(type) })}
            description={<code>{type}</code>}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
    </>
  );
}

const placeholders = {
  webhook: 'https://example.com/readout',
  http: 'https://example.com/readout',
  paperless: 'https://paperless.example.com',
  papra: 'https://papra.example.com',
};
