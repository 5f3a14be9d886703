import { Button, SegmentedControl, Tabs, Textarea } from '@mantine/core';
import type { PluginFixture } from '@readout/domain/plugins/fixtures/rules';
import { type SettingValues, settingsFor } from '@readout/domain/plugins/rules';
import { summarise } from '@readout/plugin-kit/expectation';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useBlocker } from 'react-router';
import { api } from '../../../../api/client.ts';
import { FocusContext, useNewFocus } from '../../../../ui/focus.ts';
import { useHydrated } from '../../../../ui/hydrated.ts';
import { IconArrowLeft } from '../../../../ui/icons.ts';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem } from '../../../../ui/undo.tsx';
import type { Route } from './$draftId/+types/page';
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

const parts = ['program', 'manifest', 'readme'] as const;

/** The program on one side, the company's captures and what comes of them on the other. */
export function Desk({ draft, fixtures: initial, captures, examples }: Route.ComponentProps['loaderData']) {
  const say = useText();
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
  const autosave = useAutosave(draft.id, text, draft.revision);
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

  const focus = useNewFocus();

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
    const answer = await api.post('/drafts/{draftId}/fixtures', {
      path: { draftId: draft.id },
      body: {
        name: freeName(shown.name, taken),
        captureId: shown.id,
        settings: settingsFor(manifest, settings),
        expected: summarise(run.records),
      },
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
          <Link to="/settings/plugins/studio" aria-label={say('editor.desk.all_drafts')}>
            <IconArrowLeft size={16} aria-hidden />
          </Link>
          <h1>{manifest?.name ?? draft.name}</h1>
          <code>
            {draft.pluginId}
            {published ? ` ${published.version}` : ''}
          </code>
          <SaveState
            autosave={autosave}
            draftId={draft.id}
            text={text}
            onAdopt={(theirs) => {
              setText(theirs);
              program.current?.replace(theirs.source);
              manifestEditor.current?.replace(theirs.manifestText);
            }}
          />
          {published ? (
            <Link to={`/settings/plugins/${draft.pluginId}#submissions`}>{say('editor.desk.submit')}</Link>
          ) : null}
          <Button size="xs" disabled={!manifest || !run?.ok} onClick={() => setIsPublishing(true)}>
            {say('editor.desk.publish')}
          </Button>
        </header>
        <section className={classes.writing} aria-label={say('editor.desk.writing')}>
          <Tabs value={part} onChange={setPart} className={classes.tabs} keepMountedMode="display-none">
            <Tabs.List>
              {parts.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {say('editor.desk.part', { part: each })}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <p id="editor-keys" className={classes.keys}>
              {say('editor.desk.keys')}
            </p>
            <Tabs.Panel value="program">
              {isHydrated ? (
                <Suspense fallback={<Plain text={text.source} />}>
                  <CodeEditor
                    ref={program}
                    kind="program"
                    label={say('editor.desk.program_label')}
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
                aria-label={say('editor.desk.manifest_as')}
                data={[
                  { value: 'form', label: say('editor.desk.form') },
                  { value: 'text', label: say('editor.desk.text') },
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
                      label={say('editor.desk.manifest_label')}
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
                  aria-label={say('editor.desk.readme')}
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
        <section className={classes.results} aria-label={say('editor.desk.results')}>
          <Tabs value={side} onChange={setSide} className={classes.tabs}>
            <Tabs.List>
              <Tabs.Tab value="records">
                {say('editor.desk.tab', { tab: 'records' })}
                {run?.ok ? ` ${run.records.length}` : ''}
              </Tabs.Tab>
              <Tabs.Tab value="fixtures">
                {say('editor.desk.tab', { tab: 'fixtures' })} {fixtures.length}
                {failed > 0 ? (
                  <b className={classes.failed}>{say('editor.desk.differ', { count: failed })}</b>
                ) : null}
              </Tabs.Tab>
              <Tabs.Tab value="settings">{say('editor.desk.tab', { tab: 'settings' })}</Tabs.Tab>
              <Tabs.Tab value="guide">{say('editor.desk.tab', { tab: 'guide' })}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="settings">
              {side !== 'settings' ? null : manifest ? (
                <TrySettings manifest={manifest} values={settings} onChange={setSettings} />
              ) : (
                <p className={classes.hint}>{say('editor.desk.no_manifest')}</p>
              )}
            </Tabs.Panel>
            <Tabs.Panel value="guide">
              {side === 'guide' ? (
                <Suspense fallback={<p className={classes.hint}>{say('editor.desk.opening')}</p>}>
                  <Guide />
                </Suspense>
              ) : null}
            </Tabs.Panel>
            <Tabs.Panel value="records">
              {run?.ok ? (
                <div className={classes.right}>
                  <p className={classes.hint}>
                    {records.length === 0 ? say('editor.desk.declines') : say('editor.desk.point')}
                  </p>
                  <Button size="xs" disabled={isDrawn(shown?.id ?? '')} onClick={() => void isRight()}>
                    {records.length === 0 ? say('editor.desk.nothing_is_right') : say('editor.desk.is_right')}
                  </Button>
                  {outcome.couldApply ? null : (
                    <p className={classes.note} data-notice>
                      {say('editor.desk.not_run_on_capture')}
                    </p>
                  )}
                </div>
              ) : (
                <p className={classes.hint}>
                  {run ? say('editor.desk.run_failed') : say('editor.desk.no_run')}
                </p>
              )}
              <RecordsView records={records} manifest={manifest} />
            </Tabs.Panel>
            <Tabs.Panel value="fixtures">
              <FixturesView
                draftId={draft.id}
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
          draftId={draft.id}
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
