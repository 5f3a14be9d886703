import { Button, NativeSelect } from '@mantine/core';
import type { ModelRole } from '@readout/image-reader/added-models';
import { Form } from 'react-router';
import { useSending } from '../../../../forms/use-sending.ts';
import { Row, Stack } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import admin from '../../admin.module.css';
import { useMay } from '../../use-may.ts';
import { roleInWords } from './role-in-words.ts';

/** For each role what has it, and where there is a choice a form to change it. `name` empty: what comes with Readout. */
export function ChoiceForms({
  choices,
}: {
  choices: readonly { role: ModelRole; name: string; offered: readonly string[] }[];
}) {
  const text = useText();
  const may = useMay()('models.change');
  const isSending = useSending();
  const packaged = text('operation.models.packaged');
  const fixed = choices.filter(({ offered }) => !may || offered.length === 0);
  return (
    <Stack gap={16}>
      {choices
        .filter((choice) => !fixed.includes(choice))
        .map(({ role, name, offered }) => (
          <Form key={`${role} ${name}`} method="post" preventScrollReset>
            <input type="hidden" name="role" value={role} />
            <Row gap={8} align="end">
              <NativeSelect
                name="name"
                label={text('operation.models.role', { role: roleInWords(role) })}
                defaultValue={name}
                data={[
                  { value: '', label: packaged },
                  ...offered.map((each) => ({ value: each, label: each })),
                ]}
              />
              <Button
                type="submit"
                name="intent"
                value="choose"
                variant="default"
                loading={isSending('choose', { role })}
              >
                {text('operation.models.choose')}
              </Button>
            </Row>
          </Form>
        ))}
      <dl className={admin.facts}>
        {fixed.map(({ role, name }) => (
          <div key={role} className={admin.fact}>
            <dt>{text('operation.models.role', { role: roleInWords(role) })}</dt>
            <dd dir="auto">{name || packaged}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
