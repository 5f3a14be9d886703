import { Button, TextInput } from '@mantine/core';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { type ExpectedRecord, summarise } from '@readout/plugin-kit/expectation';
import type { Manifest } from '@readout/plugin-kit/manifest';
import { memo, useState } from 'react';
import { api } from '../../../../api/client.ts';
import { DifferenceTable } from '../../../../plugins/difference-table.tsx';
import { IconCheck, IconX } from '../../../../ui/icons.ts';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem, useUndo } from '../../../../ui/undo.tsx';
import { DeletedFixtures } from './deleted-fixtures.tsx';
import type { FixtureResult } from './run/use-runs.ts';
import classes from './studio.module.css';
import { settingsInWords } from './try-settings.tsx';

interface FixturesViewProps {
  draftId: string;
  manifest: Manifest | undefined;
  fixtures: readonly PluginFixture[];
  results: ReadonlyMap<string, FixtureResult>;
  change(update: (before: readonly PluginFixture[]) => readonly PluginFixture[]): void;
  /** Shows what it was made of, with the settings it is run with. */
  show(fixture: PluginFixture): void;
}

/** What has to stay right, and what of it no longer is. */
export const FixturesView = memo(function FixturesView({
  draftId,
  manifest,
  fixtures,
  results,
  change,
  show,
}: FixturesViewProps) {
  const text = useText();
  const passed = fixtures.filter(({ id }) => results.get(id)?.state === 'passed').length;
  const deleted = (
    <DeletedFixtures
      draftId={draftId}
      onRestored={(fixture) =>
        change((all) => (all.some(({ id }) => id === fixture.id) ? all : [...all, fixture]))
      }
    />
  );
  if (fixtures.length === 0)
    return (
      <>
        <p className={classes.hint}>{text('editor.fixtures.none')}</p>
        {deleted}
      </>
    );
  return (
    <>
      <p className={classes.hint} role="status">
        {text('editor.fixtures.passed', { passed, count: fixtures.length })}
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
  const path = { fixtureId: id };
  const text = useText();
  const own = settingsInWords(manifest, input.settings, text);
  const [isRenaming, setIsRenaming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const undo = useUndo();
  const put = (next: PluginFixture) => change((all) => all.map((each) => (each.id === id ? next : each)));
  const rename = async (typed: string): Promise<void> => {
    const answer = await api.patch('/fixtures/{fixtureId}', { path, body: { name: typed } });
    if (!answer.ok) return setProblem(answer.problem.detail);
    put(answer.value);
    setProblem(undefined);
    setIsRenaming(false);
  };
  const accept = async (records: ExpectedRecord[]): Promise<void> => {
    const answer = await api.patch('/fixtures/{fixtureId}', { path, body: { expected: records } });
    if (!answer.ok) return showProblem(answer.problem);
    put(answer.value);
    undo.offer({
      done: text('editor.fixtures.taken', { name }),
      undo: async () => {
        const back = await api.patch('/fixtures/{fixtureId}', { path, body: { expected } });
        if (back.ok) put(back.value);
        return back;
      },
    });
  };
  const remove = async (): Promise<void> => {
    const answer = await api.post('/fixtures/{fixtureId}/trash', { path });
    if (!answer.ok) return showProblem(answer.problem);
    change((all) => all.filter((each) => each.id !== id));
    undo.offer({
      done: text('editor.list.is_deleted', { name }),
      undo: async () => {
        const back = await api.post('/fixtures/{fixtureId}/restore', { path });
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
          <IconCheck size={15} aria-label={text('editor.fixtures.as_should_be')} />
        ) : result?.state === 'failed' ? (
          <IconX size={15} aria-label={text('editor.fixtures.differs')} />
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
              aria-label={text('editor.fixtures.name')}
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
        <span className={classes.expects}>{text('editor.fixtures.expects', { count: expected.length })}</span>
      </div>
      {own ? <p className={classes.note}>{text('editor.fixtures.with', { settings: own })}</p> : null}
      {result && !result.couldApply && expected.length > 0 ? (
        <p className={classes.note} data-notice>
          {text('editor.fixtures.not_run')}
        </p>
      ) : null}
      {result?.state === 'failed' ? <Differences result={result} /> : null}
      {result && result.changed.length > 0 ? (
        <details className={classes.changed}>
          <summary>{text('editor.fixtures.changed', { count: result.changed.length })}</summary>
          <DifferenceTable differences={result.changed} kind="before" />
        </details>
      ) : null}
      <Row gap={4} above={6}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text('editor.fixtures.show_named', { name })}
          onClick={() => show(fixture)}
        >
          {text('editor.fixtures.show')}
        </Button>
        {result?.state === 'failed' && run?.ok ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={text('editor.fixtures.take_named', { name })}
            onClick={() => void accept(summarise(run.records))}
          >
            {text('editor.fixtures.take')}
          </Button>
        ) : null}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text('editor.fixtures.rename_named', { name })}
          onClick={() => setIsRenaming(!isRenaming)}
        >
          {text('editor.fixtures.rename')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text('editor.list.delete', { name })}
          onClick={() => void remove()}
        >
          {text('common.delete')}
        </Button>
      </Row>
    </li>
  );
}

function Differences({ result }: { result: FixtureResult }) {
  if (!result.run.ok) return <p className={classes.refused}>{result.run.message}</p>;
  return <DifferenceTable differences={result.differences} />;
}
