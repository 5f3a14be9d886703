import { Button, Modal } from '@mantine/core';
import type { RecordDetail } from '@readout/domain/records/rules';
import type { RecordType } from '../../../../record/doubt.ts';
import { useCheckWords } from '../../../../record/use-check-words.ts';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import { CompanyCheckItems } from './company-checks.tsx';
import classes from './record.module.css';

/** Names and reasons of checks that a record fails, in the order of its fields. */
export const failuresOf = ({ fields }: RecordDetail) =>
  Object.entries(fields).flatMap(([field, { checks }]) =>
    checks.filter(({ passed }) => !passed).map((check) => ({ field, check })),
  );

interface ConfirmDespiteProps {
  record: RecordDetail;
  type: RecordType | undefined;
  onConfirm(): void;
  onLook(field: string): void;
  /** Somewhere else: the record it is compared with. */
  onLeave(): void;
}

/** Before one stands for a record whose checks fail: what they say. */
export function ConfirmDespite({ record, type, onConfirm, onLook, onLeave }: ConfirmDespiteProps) {
  const text = useText();
  const words = useCheckWords(record.fields, type?.fields);
  const failures = failuresOf(record);
  const { companyChecks } = record;
  const back = (): void => onLook((failures[0] ?? companyChecks[0])?.field ?? '');
  const count = failures.length + companyChecks.length;
  return (
    <Modal opened onClose={back} title={text('workspace.check.despite_title', { count })}>
      <ul className={classes.failures}>
        <CompanyCheckItems checks={companyChecks} type={type} onLeave={onLeave} />
        {failures.map(({ field, check }) => (
          <li key={`${field} ${check.name} ${check.reason}`}>
            <strong>{type?.fields.find(({ name }) => name === field)?.label ?? field}</strong>{' '}
            {words(check, field)}
          </li>
        ))}
      </ul>
      <Row gap={8}>
        <Button data-autofocus onClick={back}>
          {text('workspace.check.look_again')}
        </Button>
        <Button variant="default" onClick={onConfirm}>
          {text('workspace.check.confirm_anyway')}
        </Button>
      </Row>
    </Modal>
  );
}
