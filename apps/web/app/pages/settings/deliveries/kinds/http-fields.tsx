import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { httpMethods } from '@readout/domain/deliveries/rules';
import { useId } from 'react';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { hintBelow, type KindFieldsProps } from './typed-target.ts';

export function HttpFields({ typed, fields, keptSecrets }: KindFieldsProps) {
  const text = useText();
  const id = useId();
  return (
    <>
      <NativeSelect
        id={`${id}-method`}
        name="method"
        label={text('deliveries.method')}
        data={[...httpMethods]}
        data-as-typed
        defaultValue={typed?.method || 'POST'}
        error={fields.method}
      />
      <Textarea
        id={`${id}-headers`}
        name="headers"
        label={text('deliveries.headers')}
        description={text('deliveries.headers_hint')}
        inputWrapperOrder={hintBelow}
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
            <FormattedText id="deliveries.secret_headers_kept" values={{ names: keptSecrets.join(', ') }} />
          ) : (
            text('deliveries.secret_headers_hint')
          )
        }
        inputWrapperOrder={hintBelow}
        rows={2}
        spellCheck={false}
        autoComplete="off"
        error={fields.secretHeaders}
      />
      {keptSecrets.length > 0 ? (
        <Checkbox name="withoutSecretHeaders" label={text('deliveries.remove_secret_headers')} />
      ) : null}
    </>
  );
}
