import { Button } from '@mantine/core';
import type { CarryInStanding } from '@readout/domain/platform/carry-in-standing';
import type { CarriedInVersion } from '@readout/domain/platform/carry-in-version';
import { useState } from 'react';
import { Link } from 'react-router';
import { plural } from '../../../ui/numbers.ts';
import { offlineProblem, type Problem, toAnswer } from '../../../ui/send.ts';
import packages from '../../settings/packages/packages.module.css';
import settings from '../../settings/settings.module.css';

type Sent = { kind: 'version'; version: CarriedInVersion } | { kind: 'problem'; problem: Problem };

/** Says what would become of a package and puts it into the catalogue. */
export function CarryIn({ file, standing }: { file: File; standing: CarryInStanding }) {
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const carryIn = async () => {
    setIsBusy(true);
    const answer = await fetch('/api/v1/platform/plugins', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }).then(
      (response) => toAnswer<CarriedInVersion>(response),
      () => ({ ok: false as const, problem: offlineProblem }),
    );
    setIsBusy(false);
    setSent(
      answer.ok ? { kind: 'version', version: answer.value } : { kind: 'problem', problem: answer.problem },
    );
  };
  const isPossible = standing.outcome === 'new_plugin' || standing.outcome === 'new_version';
  return (
    <>
      {sent?.kind === 'version' ? null : (
        <p className={isPossible ? undefined : packages.note}>{becomes(standing)}</p>
      )}
      {isPossible && sent?.kind !== 'version' ? (
        <div className={packages.buttons}>
          <Button onClick={carryIn} loading={isBusy}>
            Put into the catalogue
          </Button>
        </div>
      ) : null}
      <p className={sent?.kind === 'problem' ? settings.problem : settings.done} role="status">
        {sent?.kind === 'problem' ? `${sent.problem.detail} ${sent.problem.action ?? ''}` : null}
        {sent?.kind === 'version' ? <Done version={sent.version} /> : null}
      </p>
    </>
  );
}

function Done({ version: { pluginId, version, isNew, accuracy } }: { version: CarriedInVersion }) {
  return (
    <>
      {pluginId} {version} {isNew ? 'is in the catalogue now' : 'was in the catalogue already'}.{' '}
      {accuracy
        ? `On the ${plural(accuracy.fixtures, 'fixture')} it comes with it made exactly the right records on ${accuracy.passed}.`
        : 'It is not measured: it comes without fixtures, or they took too long.'}{' '}
      <Link to={`/admin/plugin?p=${pluginId}&v=${encodeURIComponent(version)}`}>Look at it</Link>
    </>
  );
}

function becomes({ outcome, plugin, keptAs }: CarryInStanding): string {
  const whose = plugin?.isFirstParty
    ? 'a plugin that comes with Readout'
    : `a plugin of ${plugin?.publisher}`;
  switch (outcome) {
    case 'new_plugin':
      return 'It becomes a new plugin of the catalogue; every company can install it at once.';
    case 'new_version':
      return `It becomes a further version of ${whose}${plugin?.newest ? `, now at ${plugin.newest}` : ''}. Companies that have it are offered the update; none is moved by itself.`;
    case 'same':
      return `Exactly these bytes are in the catalogue already, as version ${keptAs}. There is nothing to do.`;
    case 'id_taken':
      return `Its id belongs to a plugin of ${plugin?.publisher}, who hands its versions in for review. Its author has to choose another id.`;
    case 'version_taken':
      return 'There are other bytes under this version number. The bytes of a version never change: its author has to give this one a new number.';
  }
}
