import { Button, SegmentedControl, Tabs, Textarea } from '@mantine/core';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { type SettingValues, settingsFor } from '@readout/domain/plugins/rules';
import { summarise } from '@readout/plugin-kit/expectation';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useBlocker } from 'react-router';
import { useHydrated } from '../../../ui/hydrated.ts';
import { IconArrowLeft } from '../../../ui/icons.ts';
import { plural } from '../../../ui/numbers.ts';
import { send } from '../../../ui/send.ts';
import { showProblem } from '../../../ui/undo.tsx';
import { FocusContext, type FocusValue, type Looked } from '../../app/focus.ts';
import type { Route } from './+types/draft';
import { CaptureSide } from './capture-side.tsx';
import { drawnId, isDrawn } from './drawn-id.ts';
import type { CodeEditorHandle } from './editor/code-editor.tsx';
import { FixturesView } from './fixtures-view.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { ManifestForm } from './manifest/manifest-form.tsx';
import { ProgramPanel } from './program-panel.tsx';
import { withVersion } from './propose-version.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { RecordsView } from './records-view.tsx';
import { useRuns } from './run/use-runs.ts';
import { SaveState } from './save-state.tsx';
import classes from './studio.module.css';
import { TrySettings } from './try-settings.tsx';
import { type DraftText, useAutosave } from './use-autosave.ts';
import { useShownCapture } from './use-shown-capture.ts';

const CodeEditor = lazy(() => import('./editor/code-editor.tsx'));
const Guide = lazy(() => import('./guide.tsx'));

/** The program on one side, the company's captures and what comes of them on the other. */
export function Desk({ draft, fixtures: initial, captures, examples }: Route.ComponentProps['loaderData']) {
  const address = `/app/studio/${draft.id}`;
  const [text, setText] = useState<DraftText>({
    manifestText: draft.manifestText,
    source: draft.source,
    readme: draft.readme,
  });
  const [fixtures, setFixtures] = useState<readonly PluginFixture[]>(initial);
  const [part, setPart] = useState<string | null>('program');
  const [side, setSide] = useState<string | null>('records');
  const [isPublishing, setIsPublishing] = useState(false);
  const [published, setPublished] = useState(draft.published);
  const program = useRef<CodeEditorHandle>(null);
  const manifestEditor = useRef<CodeEditorHandle>(null);
  const isHydrated = useHydrated();
  const autosave = useAutosave(`${address}/save`, text, draft.revision);
  const { change } = autosave;
  useEffect(() => change(text), [change, text]);
  const edit = (changes: Partial<DraftText>) => setText((before) => ({ ...before, ...changes }));

  const capture = useShownCapture(captures, examples);
  const [settings, setSettings] = useState<SettingValues>({});
  const { shown } = capture;
  const { outcome, results } = useRuns({ ...text, pluginId: draft.pluginId, shown, settings, fixtures });
  const { run, manifest } = outcome;
  const records = useMemo(
    () => (run?.ok ? run.records.map((record, index) => ({ id: `r${index}`, ...record })) : []),
    [run],
  );
  const failed = fixtures.filter(({ id }) => results.get(id)?.state === 'failed').length;

  const [focused, look] = useState<Looked>();
  const [hovered, setHovered] = useState<Looked>();
  const [litId, lightUp] = useState<string>();
  const hover = useCallback(
    (next: { recordId: string; field: string } | undefined) => setHovered(next && { ...next, from: 'hover' }),
    [],
  );
  const focus = useMemo<FocusValue>(
    () => ({ looked: hovered ?? focused, look, hover, litId, lightUp }),
    [hovered, focused, hover, litId],
  );

  const [manifestAs, setManifestAs] = useState('form');
  const writeManifest = useCallback((manifestText: string) => {
    setText((before) => ({ ...before, manifestText }));
    manifestEditor.current?.replace(manifestText);
  }, []);

  const { flush, isKept } = autosave;
  const blocker = useBlocker(() => !isKept());
  const [isHeldUp, setIsHeldUp] = useState(false);
  const isLeaving = blocker.state === 'blocked';
  const leave = useRef(() => {});
  leave.current = () => blocker.proceed?.();
  const isSaved = autosave.state.kind === 'saved';
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried when one leaves, and once what was tried again is kept
  useEffect(() => {
    if (!isLeaving) return setIsHeldUp(false);
    void flush().then((kept) => (kept ? leave.current() : setIsHeldUp(true)));
  }, [isLeaving, isSaved]);

  const isRight = async (): Promise<void> => {
    if (!shown || !run?.ok || !manifest) return;
    const taken = new Set(fixtures.map(({ name }) => name.toLowerCase()));
    const answer = await send<PluginFixture>(`${address}/fixtures`, {
      name: freeName(shown.name, taken),
      captureId: shown.id,
      settings: settingsFor(manifest, settings),
      expected: summarise(run.records),
    });
    if (!answer.ok) return showProblem(answer.problem);
    setFixtures((before) => [...before, answer.value]);
    setSide('fixtures');
  };

  const goTo = useCallback((place: { line: number; column: number }) => {
    setPart('program');
    program.current?.goTo(place);
  }, []);
  const showManifest = useCallback(() => setPart('manifest'), []);
  const { choose, put } = capture;
  const showFixture = useCallback(
    ({ id, name, captureId, input }: PluginFixture) => {
      if (captureId) choose(captureId);
      else {
        const { width, height } = input.reading.page;
        put({
          id: drawnId(id),
          name,
          pageNumber: 1,
          pageCount: 1,
          width,
          height,
          createdAt: '',
          input,
        });
      }
      setSettings(input.settings);
      setSide('records');
    },
    [choose, put],
  );

  const keepVersion = async (version: string): Promise<number | undefined> => {
    const next = { ...text, manifestText: withVersion(text.manifestText, version) };
    setText(next);
    manifestEditor.current?.replace(next.manifestText);
    change(next);
    return (await flush()) ? autosave.revision() : undefined;
  };

  return (
    <FocusContext value={focus}>
      <div className={classes.desk}>
        <header className={classes.bar}>
          <Link to="/settings/plugins/studio" aria-label="All drafts">
            <IconArrowLeft size={16} aria-hidden />
          </Link>
          <h1>{manifest?.name ?? draft.name}</h1>
          <code>
            {draft.pluginId}
            {published ? ` ${published.version}` : ''}
          </code>
          <SaveState
            autosave={autosave}
            draftAddress={address}
            text={text}
            onAdopt={(theirs) => {
              setText(theirs);
              program.current?.replace(theirs.source);
              manifestEditor.current?.replace(theirs.manifestText);
            }}
          />
          {published ? (
            <Link
              to={`/settings/plugins/submit?plugin=${draft.pluginId}&version=${encodeURIComponent(published.version)}`}
            >
              Submit for review
            </Link>
          ) : null}
          <Button size="xs" disabled={!manifest || !run?.ok} onClick={() => setIsPublishing(true)}>
            Publish
          </Button>
        </header>
        <section className={classes.writing} aria-label="Writing">
          <Tabs value={part} onChange={setPart} className={classes.tabs} keepMountedMode="display-none">
            <Tabs.List>
              <Tabs.Tab value="program">Program</Tabs.Tab>
              <Tabs.Tab value="manifest">Manifest</Tabs.Tab>
              <Tabs.Tab value="readme">Description</Tabs.Tab>
            </Tabs.List>
            <p id="editor-keys" className={classes.keys}>
              Tab indents. Escape, then Tab leaves the editor.
            </p>
            <Tabs.Panel value="program">
              {isHydrated ? (
                <Suspense fallback={<Plain text={text.source} />}>
                  <CodeEditor
                    ref={program}
                    kind="program"
                    text={text.source}
                    pluginId={draft.pluginId}
                    onChange={(source) => edit({ source })}
                  />
                </Suspense>
              ) : (
                <Plain text={text.source} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="manifest">
              <SegmentedControl
                className={classes.manifestView}
                size="xs"
                aria-label="The manifest as"
                data={[
                  { value: 'form', label: 'Form' },
                  { value: 'text', label: 'Text' },
                ]}
                value={manifestAs}
                onChange={setManifestAs}
              />
              {manifestAs === 'form' && part === 'manifest' ? (
                <ManifestForm
                  text={text.manifestText}
                  pluginId={draft.pluginId}
                  onChange={writeManifest}
                  onShowText={() => setManifestAs('text')}
                />
              ) : null}
              {isHydrated ? (
                <div hidden={manifestAs !== 'text'} className={classes.manifestText}>
                  <Suspense fallback={<Plain text={text.manifestText} />}>
                    <CodeEditor
                      ref={manifestEditor}
                      kind="manifest"
                      text={text.manifestText}
                      pluginId={draft.pluginId}
                      onChange={(manifestText) => edit({ manifestText })}
                    />
                  </Suspense>
                </div>
              ) : null}
            </Tabs.Panel>
            <Tabs.Panel value="readme">
              {part === 'readme' ? (
                <Textarea
                  className={classes.readme}
                  aria-label="Description, Markdown"
                  autosize
                  minRows={12}
                  value={text.readme}
                  onChange={(event) => edit({ readme: event.currentTarget.value })}
                />
              ) : null}
            </Tabs.Panel>
          </Tabs>
          <ProgramPanel outcome={outcome} onGoTo={goTo} onManifest={showManifest} />
        </section>
        <CaptureSide captures={captures} examples={examples} capture={capture} records={records} />
        <section className={classes.results} aria-label="Results">
          <Tabs value={side} onChange={setSide} className={classes.tabs}>
            <Tabs.List>
              <Tabs.Tab value="records">Records{run?.ok ? ` ${run.records.length}` : ''}</Tabs.Tab>
              <Tabs.Tab value="fixtures">
                Fixtures {fixtures.length}
                {failed > 0 ? <b className={classes.failed}>{plural(failed, 'differs', 'differ')}</b> : null}
              </Tabs.Tab>
              <Tabs.Tab value="settings">Settings</Tabs.Tab>
              <Tabs.Tab value="guide">Guide</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="settings">
              {side !== 'settings' ? null : manifest ? (
                <TrySettings manifest={manifest} values={settings} onChange={setSettings} />
              ) : (
                <p className={classes.hint}>The manifest is none yet: see the output below the program.</p>
              )}
            </Tabs.Panel>
            <Tabs.Panel value="guide">
              {side === 'guide' ? (
                <Suspense fallback={<p className={classes.hint}>Opening</p>}>
                  <Guide />
                </Suspense>
              ) : null}
            </Tabs.Panel>
            <Tabs.Panel value="records">
              {run?.ok ? (
                <div className={classes.right}>
                  <p className={classes.hint}>
                    {records.length === 0
                      ? 'The reader declines: no record.'
                      : 'Point at a field to see its pixels.'}
                  </p>
                  <Button size="xs" disabled={isDrawn(shown?.id ?? '')} onClick={() => void isRight()}>
                    {records.length === 0 ? 'Nothing to read here: right' : 'This is right'}
                  </Button>
                  {outcome.couldApply ? null : (
                    <p className={classes.note} data-notice>
                      Once installed it would not be run on this capture: the manifest’s “reads” or “when”
                      does not hold here.
                    </p>
                  )}
                </div>
              ) : (
                <p className={classes.hint}>
                  {run
                    ? 'The run failed: see the output below the program.'
                    : 'Records appear as soon as the program runs.'}
                </p>
              )}
              <RecordsView records={records} manifest={manifest} />
            </Tabs.Panel>
            <Tabs.Panel value="fixtures">
              <FixturesView
                draftAddress={address}
                manifest={manifest}
                fixtures={fixtures}
                results={results}
                change={setFixtures}
                show={showFixture}
              />
            </Tabs.Panel>
          </Tabs>
        </section>
      </div>
      {isPublishing && manifest ? (
        <PublishDialog
          address={address}
          manifest={manifest}
          published={published}
          failed={failed}
          keepVersion={keepVersion}
          onPublished={setPublished}
          close={() => setIsPublishing(false)}
        />
      ) : null}
      {isLeaving && isHeldUp ? (
        <LeaveDialog stay={() => blocker.reset()} leave={() => blocker.proceed()} />
      ) : null}
    </FocusContext>
  );
}

/** Until the editor is loaded. */
function Plain({ text }: { text: string }) {
  return <pre className={classes.plain}>{text}</pre>;
}

/** `photo`, `photo 2`, … */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const short = name.slice(0, 110);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? short : `${short} ${number}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
