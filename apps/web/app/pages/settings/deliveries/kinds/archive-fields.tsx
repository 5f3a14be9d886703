import { Textarea, TextInput } from '@mantine/core';
import { maxPattern, usualPattern } from '@readout/domain/deliveries/rules';
import { useId } from 'react';
import { useText } from '../../../../ui/texts.tsx';
import { hintBelow, type KindFieldsProps } from './typed-target.ts';

export function PaperlessFields(props: KindFieldsProps) {
  const text = useText();
  const id = useId();
  const { typed, fields } = props;
  return (
    <>
      <TokenField {...props} />
      <TitleField {...props} />
      <TextInput
        id={`${id}-correspondent`}
        name="correspondent"
        label={text('deliveries.correspondent')}
        description={text('deliveries.correspondent_hint')}
        inputWrapperOrder={hintBelow}
        maxLength={maxPattern}
        spellCheck={false}
        defaultValue={typed?.correspondent ?? usualPattern.correspondent}
        error={fields.correspondent}
      />
      <TagsField {...props} />
    </>
  );
}

export function PapraFields(props: KindFieldsProps) {
  const text = useText();
  const id = useId();
  const { typed, fields } = props;
  return (
    <>
      <TextInput
        id={`${id}-organization`}
        name="organization"
        label={text('deliveries.organization')}
        description={text('deliveries.organization_hint')}
        inputWrapperOrder={hintBelow}
        required
        maxLength={100}
        spellCheck={false}
        defaultValue={typed?.organization ?? ''}
        error={fields.organization}
      />
      <TokenField {...props} />
      <TitleField {...props} />
      <TagsField {...props} />
    </>
  );
}

function TokenField({ fields, keptSecrets }: KindFieldsProps) {
  const text = useText();
  const id = useId();
  const isKept = keptSecrets.length > 0;
  return (
    <TextInput
      id={`${id}-token`}
      name="token"
      type="password"
      label={text('deliveries.token')}
      description={text(isKept ? 'deliveries.token_kept' : 'deliveries.token_hint')}
      inputWrapperOrder={hintBelow}
      required={!isKept}
      autoComplete="off"
      error={fields.token}
    />
  );
}

function TitleField({ typed, fields }: KindFieldsProps) {
  const text = useText();
  const id = useId();
  return (
    <TextInput
      id={`${id}-title`}
      name="title"
      label={text('deliveries.document_title')}
      description={text('deliveries.document_title_hint')}
      inputWrapperOrder={hintBelow}
      maxLength={maxPattern}
      spellCheck={false}
      defaultValue={typed?.title || usualPattern.title}
      error={fields.title}
    />
  );
}

function TagsField({ typed, fields }: KindFieldsProps) {
  const text = useText();
  const id = useId();
  return (
    <Textarea
      id={`${id}-tags`}
      name="tags"
      label={text('deliveries.tags')}
      description={text('deliveries.tags_hint')}
      inputWrapperOrder={hintBelow}
      rows={2}
      spellCheck={false}
      defaultValue={typed?.tags?.join('\n') ?? ''}
      error={fields.tags}
    />
  );
}
