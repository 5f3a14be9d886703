import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { maxMailFileBytes, maxRecipients } from '@readout/domain/deliveries/rules';
import { LANGUAGES, spokenLanguage } from '@readout/texts';
import { useId } from 'react';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import { hintBelow, type KindFieldsProps } from './typed-target.ts';

export function MailFields({ typed, fields }: KindFieldsProps) {
  const text = useText();
  const locale = useLocale();
  const id = useId();
  return (
    <>
      <Textarea
        id={`${id}-recipients`}
        name="recipients"
        label={text('deliveries.recipients')}
        description={text('deliveries.recipients_hint', { max: maxRecipients })}
        inputWrapperOrder={hintBelow}
        required
        rows={3}
        spellCheck={false}
        defaultValue={typed?.recipients?.join('\n') ?? ''}
        error={fields.recipients}
      />
      <NativeSelect
        id={`${id}-language`}
        name="language"
        label={text('deliveries.language')}
        data={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        defaultValue={typed?.language || spokenLanguage(locale)}
        error={fields.language}
      />
      <Checkbox
        name="withOriginal"
        label={text('deliveries.with_original')}
        description={text('deliveries.mail_original_hint', { max: maxMailFileBytes / 1e6 })}
        defaultChecked={typed?.withOriginal ?? false}
      />
    </>
  );
}
