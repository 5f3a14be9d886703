import type { CompanyCheck } from '@readout/domain/records/rules';
import { Link } from 'react-router';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useCompanyCheckWords } from '../../../../record/use-company-check-words.ts';
import { useText } from '../../../../ui/texts.tsx';

interface CompanyCheckItemsProps {
  checks: readonly CompanyCheck[];
  type: RecordType | undefined;
  onLeave?(): void;
}

/** Checks that a record fails beside the company's confirmed ones, as items of a list, each with the way to the other record. */
export function CompanyCheckItems({ checks, type, onLeave }: CompanyCheckItemsProps) {
  const [text, words] = [useText(), useCompanyCheckWords()];
  const { addressOf } = useWorkspace();
  return checks.map((check) => (
    <li key={check.check}>
      <strong>{type?.fields.find(({ name }) => name === check.field)?.label ?? check.field}</strong>{' '}
      {words(check)}{' '}
      {check.other ? (
        <Link to={addressOf(check.other.captureId)} onClick={onLeave}>
          {text('workspace.check.show_other')}
        </Link>
      ) : null}
    </li>
  ));
}
