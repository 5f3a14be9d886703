import { Button, TextInput } from '@mantine/core';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { type Difference, type ExpectedRecord, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { memo, useState } from 'react';
import { IconCheck, IconX } from '../../../ui/icons.ts';
import { plural } from '../../../ui/numbers.ts';
import { send } from '../../../ui/send.ts';
import { useText } from '../../../ui/texts.tsx';
import { showProblem, useUndo } from '../../../ui/undo.tsx';
import { DeletedFixtures } from './deleted-fixtures.tsx';
import { inWords } from './difference-words.ts';
import type { FixtureResult } from './run/use-runs.ts';
import classes from './studio.module.css';
import { settingsInWords } from './try-settings.tsx';

interface FixturesViewProps {
  draftAddress: string;
  manifest: Manifest | undefined;
  fixtures: readonly PluginFixture[];
  results: ReadonlyMap<string, FixtureResult>;
  change(update: (before: readonly PluginFixture[]) => readonly PluginFixture[]): void;
  /** Shows what it was made of, with the settings it is run with. */
  show(fixture: PluginFixture): void;
}

const address = (id: string) => `/app/studio/fixtures/${id}`;

/** What has to stay right, and what of it no longer is. */
export const FixturesView = memo(function FixturesView({
  draftAddress,
  manifest,
  fixtures,
  results,
  change,
  show,
}: FixturesViewProps) {
  const passed = fixtures.filter(({ id }) => results.get(id)?.state === 'passed').length;
  const deleted = (
    <DeletedFixtures
      draftAddress={draftAddress}
      onRestored={(fixture) =>
        change((all) => (all.some(({ id }) => id === fixture.id) ? all : [...all, fixture]))
      }
    />
  );
  if (fixtures.length === 0)
    return (
      <>
        <p className={classes.hint}>
          No fixture yet. When the records of a capture are as they should be, say “This is right”: from then
          on every change is tried on it, too.
        </p>
        {deleted}
      </>
    );
  return (
    <>
      <p className={classes.hint} role="status">
        {passed} of {plural(fixtures.length, 'fixture')} as they should be
      </p>
      <ul className={classes.fixtures}>
        {fixtures.map((fixture) => (
          <FixtureItem
            key={fixture.id}
            fixture={fixture}
            manifest={manifest}
            result={results.get(fixture.id)}
            change={change}
            show={show}
          />
        ))}
      </ul>
      {deleted}
    </>
  );
});

function FixtureItem({
  fixture,
  manifest,
  result,
  change,
  show,
}: { fixture: PluginFixture; result: FixtureResult | undefined } & Pick<
  FixturesViewProps,
  'manifest' | 'change' | 'show'
>) {
  const { id, name, expected, input } = fixture;
  const own = settingsInWords(manifest, input.settings);
  const [isRenaming, setIsRenaming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const undo = useUndo();
  const put = (next: PluginFixture) => change((all) => all.map((each) => (each.id === id ? next : each)));
  const rename = async (typed: string): Promise<void> => {
    const answer = await send<PluginFixture>(address(id), { name: typed });
    if (!answer.ok) return setProblem(answer.problem.detail);
    put(answer.value);
    setProblem(undefined);
    setIsRenaming(false);
  };
  const accept = async (records: ExpectedRecord[]): Promise<void> => {
    const answer = await send<PluginFixture>(address(id), { expected: records });
    if (!answer.ok) return showProblem(answer.problem);
    put(answer.value);
    undo.offer({
      done: `“${name}” now expects these records`,
      undo: async () => {
        const back = await send<PluginFixture>(address(id), { expected });
        if (back.ok) put(back.value);
        return back;
      },
    });
  };
  const remove = async (): Promise<void> => {
    const answer = await send(`${address(id)}/trash`, {});
    if (!answer.ok) return showProblem(answer.problem);
    change((all) => all.filter((each) => each.id !== id));
    undo.offer({
      done: `“${name}” deleted`,
      undo: async () => {
        const back = await send(`${address(id)}/restore`, {});
        if (back.ok) change((all) => (all.some((each) => each.id === id) ? all : [...all, fixture]));
        return back;
      },
    });
  };
  const run = result?.run;
  return (
    <li data-state={result?.state ?? 'waiting'}>
      <div className={classes.fixtureHead}>
        {result?.state === 'passed' ? (
          <IconCheck size={15} aria-label="As it should be" />
        ) : result?.state === 'failed' ? (
          <IconX size={15} aria-label="Differs" />
        ) : (
          <span aria-hidden>·</span>
        )}
        {isRenaming ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void rename(String(new FormData(event.currentTarget).get('name') ?? ''));
            }}
          >
            <TextInput
              name="name"
              size="xs"
              aria-label="Name of the fixture"
              defaultValue={name}
              maxLength={120}
              error={problem}
              autoFocus
              onKeyDown={(event) => {
                if (event.key === 'Escape') setIsRenaming(false);
              }}
            />
          </form>
        ) : (
          <b>{name}</b>
        )}
        <span className={classes.expects}>
          {expected.length === 0 ? 'nothing to read' : plural(expected.length, 'record')}
        </span>
      </div>
      {own ? <p className={classes.note}>With {own}</p> : null}
      {result && !result.couldApply && expected.length > 0 ? (
        <p className={classes.note} data-notice>
          Once installed it would not be run on this: the manifest’s “reads” or “when” does not hold here.
        </p>
      ) : null}
      {result?.state === 'failed' ? <Differences result={result} /> : null}
      {result && result.changed.length > 0 ? (
        <details className={classes.changed}>
          <summary>Changed by what was written last: {plural(result.changed.length, 'value')}</summary>
          <DifferenceTable differences={result.changed} heads={['Before', 'Now']} />
        </details>
      ) : null}
      <div className={classes.fixtureActions}>
        <Button size="compact-xs" variant="default" aria-label={`Show ${name}`} onClick={() => show(fixture)}>
          Show
        </Button>
        {result?.state === 'failed' && run?.ok ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Take what came of ${name} as right`}
            onClick={() => void accept(summarise(run.records))}
          >
            Take as right
          </Button>
        ) : null}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Rename ${name}`}
          onClick={() => setIsRenaming(!isRenaming)}
        >
          Rename
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Delete ${name}`}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

function Differences({ result }: { result: FixtureResult }) {
  if (!result.run.ok) return <p className={classes.refused}>{result.run.message}</p>;
  return <DifferenceTable differences={result.differences} heads={['Right', 'Now']} isAlarming />;
}

interface DifferenceTableProps {
  differences: readonly Difference[];
  heads: [string, string];
  isAlarming?: boolean;
}

function DifferenceTable({ differences, heads, isAlarming = false }: DifferenceTableProps) {
  const text = useText();
  return (
    <table className={classes.differences} data-alarming={isAlarming || undefined}>
      <thead>
        <tr>
          <th scope="col">What</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences
          .map((each) => inWords(each, text))
          .map(({ what, expected, actual }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{expected ?? <i>not there</i>}</td>
              <td>{actual ?? <i>not there</i>}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
