import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { httpMethods, outgoingTypes, type TargetKind, usualTypes } from '@readout/domain/deliveries/rules';
import { useId } from 'react';
import { eventName } from '../../../deliveries/event-name.ts';
import { FormattedText, useText } from '../../../ui/texts.tsx';

interface TypedTarget {
  name: string;
  address: string;
  events: readonly string[];
  method: string;
  /** One to a line, or as many as there are. */
  headers: readonly string[];
}

/** What a target is asked for, of either kind. What is secret is never shown again. */
export function TargetFields({
  kind,
  typed,
  fields = {},
  keptSecrets = [],
}: {
  kind: TargetKind;
  typed?: Partial<TypedTarget> | undefined;
  /** What is wrong, beside each. */
  fields?: Record<string, string> | undefined;
  /** Names of secret headers that are stored. */
  keptSecrets?: readonly string[];
}) {
  const text = useText();
  const id = useId();
  return (
    <>
      <TextInput
        id={`${id}-address`}
        name="address"
        type="url"
        inputMode="url"
        label={text('deliveries.address')}
        placeholder="https://example.com/readout"
        required
        maxLength={2000}
        defaultValue={typed?.address ?? ''}
        error={fields.address}
      />
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
      {kind === 'http' ? (
        <>
          <NativeSelect
            id={`${id}-method`}
            name="method"
            label={text('deliveries.method')}
            data={[...httpMethods]}
            defaultValue={typed?.method || 'POST'}
            error={fields.method}
          />
          <Textarea
            id={`${id}-headers`}
            name="headers"
            label={text('deliveries.headers')}
            description={text('deliveries.headers_hint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={2}
            spellCheck={false}
            defaultValue={typed?.headers?.join('\n') ?? ''}
            error={fields.headers}
          />
          <Textarea
            id={`${id}-secret-headers`}
            name="secretHeaders"
            label={text('deliveries.secret_headers')}
            description={
              keptSecrets.length > 0 ? (
                <FormattedText
                  id="deliveries.secret_headers_kept"
                  values={{ names: keptSecrets.join(', ') }}
                />
              ) : (
                text('deliveries.secret_headers_hint')
              )
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            rows={2}
            spellCheck={false}
            autoComplete="off"
            error={fields.secretHeaders}
          />
          {keptSecrets.length > 0 ? (
            <Checkbox name="withoutSecretHeaders" label={text('deliveries.remove_secret_headers')} />
          ) : null}
        </>
      ) : null}
      <Checkbox.Group
        label={text('deliveries.events')}
        required
        defaultValue={[...(typed?.events ?? usualTypes)]}
        error={fields.events}
      >
        {outgoingTypes.map((type) => (
          <Checkbox
            key={type}
            id={`${id}-${type}`}
            name="events"
            value={type}
            label={text('deliveries.event', { type: eventName(type) })}
            description={type}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
    </>
  );
}
