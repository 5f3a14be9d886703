import { TextInput } from '@mantine/core';
import type { HledgerSettings } from '@readout/domain/exports/profiles/rules';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

const names = ['expenseAccount', 'taxAccount', 'balanceAccount'] as const;
const usual: HledgerSettings = {
  expenseAccount: 'expenses:purchases',
  taxAccount: 'assets:input tax',
  balanceAccount: 'liabilities:payable',
};

/** The accounts of a journal. */
export function JournalFields({
  kept,
  fields,
}: {
  kept?: HledgerSettings | null | undefined;
  fields: Record<string, string>;
}) {
  const text = useText();
  return (
    <>
      <p className={settings.hint}>{text('export.booking.hledger_hint')}</p>
      {names.map((name) => (
        <TextInput
          key={name}
          name={name}
          label={text('export.booking.journal_account', { account: name })}
          required={name !== 'taxAccount'}
          maxLength={120}
          defaultValue={(kept ?? usual)[name]}
          error={fields[name]}
          data-as-typed
        />
      ))}
    </>
  );
}
