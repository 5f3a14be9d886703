import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from './texts.tsx';

/** A field for a password, which can be shown while it is typed. */
export function PasswordInput(props: PasswordInputProps) {
  const text = useText();
  return (
    <MantinePasswordInput
      visibilityToggleButtonProps={{ 'aria-label': text('common.show_password') }}
      {...props}
    />
  );
}
