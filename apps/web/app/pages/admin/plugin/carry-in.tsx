import { Button } from '@mantine/core';
import type { CarryInStanding } from '@readout/domain/platform/carry-in-standing';
import type { CarriedInVersion } from '@readout/domain/platform/carry-in-version';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import packages from '../../../plugin-packages/packages.module.css';
import { Row } from '../../../ui/layout.tsx';
import settings from '../../../ui/settings.module.css';
import { type SayText, useText } from '../../../ui/texts.tsx';

type Sent = { kind: 'version'; version: CarriedInVersion } | { kind: 'problem'; problem: Problem };

/** Says what would become of a package and puts it into the catalogue. */
export function CarryIn({ file, standing }: { file: File; standing: CarryInStanding }) {
  const text = useText();
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const carryIn = async () => {
    setIsBusy(true);
    const answer = await api.post('/platform/plugins', { body: file });
    setIsBusy(false);
    setSent(
      answer.ok ? { kind: 'version', version: answer.value } : { kind: 'problem', problem: answer.problem },
    );
  };
  const isPossible = standing.outcome === 'new_plugin' || standing.outcome === 'new_version';
  return (
    <>
      {sent?.kind === 'version' ? null : (
        <p className={isPossible ? undefined : packages.note}>{becomes(standing, text)}</p>
      )}
      {isPossible && sent?.kind !== 'version' ? (
        <Row gap={8} below={12}>
          <Button onClick={carryIn} loading={isBusy}>
            {text('operation.upload.carry_in')}
          </Button>
        </Row>
      ) : null}
      <p className={sent?.kind === 'problem' ? settings.problem : settings.done} role="status">
        {sent?.kind === 'problem' ? `${sent.problem.detail} ${sent.problem.action ?? ''}` : null}
        {sent?.kind === 'version' ? <Done version={sent.version} /> : null}
      </p>
    </>
  );
}

function Done({ version: { pluginId, version, isNew, accuracy } }: { version: CarriedInVersion }) {
  const text = useText();
  return (
    <>
      {text('operation.upload.done', { state: isNew ? 'added' : 'known', plugin: pluginId, version })}{' '}
      {accuracy
        ? text('operation.upload.measured', { fixtures: accuracy.fixtures, passed: accuracy.passed })
        : text('operation.upload.not_measured')}{' '}
      <Link to={`/admin/plugin?p=${pluginId}&v=${encodeURIComponent(version)}`}>
        {text('operation.upload.look')}
      </Link>
    </>
  );
}

function becomes({ outcome, plugin, keptAs }: CarryInStanding, text: SayText): string {
  switch (outcome) {
    case 'new_plugin':
      return text('operation.upload.new_plugin');
    case 'new_version':
      return text('operation.upload.new_version', {
        whose: plugin?.isFirstParty ? 'readout' : 'publisher',
        publisher: plugin?.publisher ?? '',
        newest: plugin?.newest ? 'known' : 'none',
        version: plugin?.newest ?? '',
      });
    case 'same':
      return text('operation.upload.same', { version: keptAs ?? '' });
    case 'id_taken':
      return text('operation.upload.id_taken', { publisher: plugin?.publisher ?? '' });
    case 'version_taken':
      return text('operation.upload.version_taken');
  }
}
