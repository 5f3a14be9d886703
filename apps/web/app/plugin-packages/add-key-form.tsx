import { Button, Textarea, TextInput } from '@mantine/core';
import { Form } from 'react-router';
import type { Problem } from '../forms/answer.ts';
import { useSending } from '../forms/use-sending.ts';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';
import classes from './packages.module.css';

/** Name and public key of a key that is kept elsewhere; sent as `intent` `add`. */
export function AddKeyForm({
  problem,
  added,
  placeholder,
}: {
  problem: Problem<{ name: string; publicKey: string }> | undefined;
  /** Key that was just added: the fields are for another one. */
  added: string | undefined;
  placeholder: string;
}) {
  const text = useText();
  const isSending = useSending();
  const isName = problem?.code === 'signing_key.bad_name';
  return (
    <Form method="post" className={settings.form} key={added} autoComplete="off">
      <TextInput
        name="name"
        label={text('common.name')}
        placeholder={placeholder}
        required
        maxLength={80}
        defaultValue={problem?.typed.name ?? ''}
        error={isName ? problem.message : undefined}
      />
      <Textarea
        name="publicKey"
        label={text('settings.packages.public_key')}
        description={text('settings.packages.public_key_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        autosize
        minRows={2}
        maxLength={1000}
        spellCheck={false}
        classNames={{ input: classes.key ?? '' }}
        defaultValue={problem?.typed.publicKey ?? ''}
        error={problem && !isName ? problem.message : undefined}
      />
      <Button type="submit" name="intent" value="add" loading={isSending('add')}>
        {text('settings.packages.trust')}
      </Button>
    </Form>
  );
}
