import { ActionIcon, Alert, Button, SegmentedControl, TextInput } from '@mantine/core';
import { getTemplateDraft } from '@readout/domain/plugins/templates/get-template-draft';
import type { TemplateDraft } from '@readout/domain/plugins/templates/rules';
import type { TemplateMark } from '@readout/plugin-kit/template';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../../../api/client.ts';
import { orProblemPage } from '../../../../../problems/page-problem.ts';
import { requireMember } from '../../../../../session.ts';
import { pageTitle } from '../../../../../texts/page-title.ts';
import { IconArrowBackUp, IconArrowLeft } from '../../../../../ui/icons.ts';
import { Row, Stack } from '../../../../../ui/layout.tsx';
import { FormattedText, useText } from '../../../../../ui/texts.tsx';
import { ExamplePicture } from '../example-picture.tsx';
import { FieldList } from '../field-list.tsx';
import classes from '../template.module.css';
import { Trials } from '../trials.tsx';
import { Unrecognised } from '../unrecognised.tsx';
import { useDraft } from '../use-draft.ts';
import { type Asking, usePointing } from '../use-pointing.ts';
import { useTemplate } from '../use-template.ts';
import type { Route } from './+types/page';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return {
    draft: await orProblemPage(getTemplateDraft({ db: services.db.app }, { scope, draftId: params.draftId })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData?.draft.name
    ? [{ title: `${loaderData.draft.name} · Readout` }]
    : pageTitle(matches, 'template.new_reader');

/** What is shown is newer than what was loaded. */
export const shouldRevalidate = () => false;

export default function TemplatePage({ loaderData }: Route.ComponentProps) {
  return <Editor key={loaderData.draft.id} draft={loaderData.draft} />;
}

const none: ReadonlySet<string> = new Set();
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Editor({ draft }: { draft: TemplateDraft }) {
  const text = useText();
  const { reading, captureId } = draft;
  const state = useDraft(draft, text);
  const { name, marks, change, save, revision, problem, setProblem, isSaved } = state;
  const [examples, setExamples] = useState(draft.examples);
  const [selected, setSelected] = useState<number>();
  const [asking, setAsking] = useState<Asking>('value');
  const [published, setPublished] = useState(draft.published);
  const [isNew, setIsNew] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const { template, learned, explained, fixed, inRows } = useTemplate(draft, marks, examples);

  const setMarks = (next: (marks: TemplateMark[]) => TemplateMark[]) =>
    change((before) => ({ ...before, marks: next(before.marks) }));
  const { changeMark, pick, pickMany, addInLine } = usePointing({
    draft,
    marks,
    setMarks,
    selected,
    select: setSelected,
    asking,
    setAsking,
    inRows,
    // Programs that use a published reader know its fields by name.
    isNamed: published !== null,
  });

  const remove = (index: number) => {
    setSelected(undefined);
    setAsking('value');
    setMarks((all) => all.filter((_, at) => at !== index));
  };
  const isUnknown = marks.length > 0 && template.fields.length > 0 && !explained.fits;

  // While it publishes the button takes no focus: it goes on to what came of it, or back.
  const publishButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasPublishing, setWasPublishing] = useState(false);
  useEffect(() => {
    if (isPublishing) return setWasPublishing(true);
    if (!wasPublishing) return;
    setWasPublishing(false);
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== publishButton.current) return;
    (problem ? publishButton : heading).current?.focus();
  }, [isPublishing, wasPublishing, problem]);

  const publish = async () => {
    setIsPublishing(true);
    if (await save()) {
      const answer = await api.post('/templates/{draftId}/publish', {
        path: { draftId: draft.id },
        body: { revision: revision.current },
      });
      if (answer.ok) {
        setPublished(answer.value);
        setIsNew(true);
        setProblem(undefined);
      } else setProblem(answer.problem);
    }
    setIsPublishing(false);
  };
  const changeExample = async (id: string, isExample: boolean) => {
    if (!(await save())) return;
    const answer = await api.post('/templates/{draftId}/examples', {
      path: { draftId: draft.id },
      body: { revision: revision.current, captureId: id, isExample },
    });
    if (!answer.ok) return setProblem(answer.problem);
    revision.current = answer.value.revision;
    setExamples(answer.value.examples);
  };
  const isChoosing = asking === 'label' || asking === 'until' || asking === 'column';

  return (
    // Undo reaches from everywhere but the fields, which have their own.
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the title does the same
    <div
      className={classes.editor}
      onKeyDown={(event) => {
        const isField = /^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
        if (event.key === 'Escape' && isChoosing) setAsking('value');
        if (isField || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        state.undo();
      }}
    >
      <header className={classes.bar} data-published={published !== null || undefined}>
        <Link to={`/app/${captureId}`} className={classes.back} aria-label={text('template.back')}>
          <IconArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className={classes.title}>{text('template.title')}</h1>
        <span className={classes.saved} role="status">
          {text('template.saved', { state: problem ? 'problem' : isSaved ? 'saved' : 'saving' })}
        </span>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={text('common.undo')}
          title={text('common.undo')}
          disabled={!state.canUndo}
          onClick={() => {
            setSelected(undefined);
            state.undo();
          }}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
        <Button
          ref={publishButton}
          size="sm"
          loading={isPublishing}
          disabled={marks.length === 0 || isUnknown}
          title={isUnknown ? text('template.not_recognised_yet') : undefined}
          onClick={() => void publish()}
        >
          {text('template.publish', { published: published ? 'yes' : 'no' })}
        </Button>
      </header>
      <ExamplePicture
        source={`/api/v1/captures/${captureId}/view`}
        reading={reading}
        marks={marks}
        selected={selected}
        fixed={marks.length > 0 ? fixed : none}
        inRows={inRows}
        isChoosing={isChoosing}
        pick={pick}
        pickMany={pickMany}
      />
      <section className={classes.side} aria-label={text('template.values')}>
        {problem ? (
          <Alert ref={intoView} color="red" role="alert" title={problem.title}>
            <p className={classes.alertText}>{problem.detail}</p>
            {problem.code === 'draft.changed_meanwhile' ? (
              <Row gap={8}>
                <Button size="xs" variant="default" onClick={() => void state.keepMine()}>
                  {text('template.keep_mine')}
                </Button>
                <Button size="xs" variant="default" onClick={() => location.reload()}>
                  {text('template.take_theirs')}
                </Button>
              </Row>
            ) : null}
          </Alert>
        ) : null}
        {isUnknown ? (
          <Unrecognised
            reading={reading}
            marks={marks}
            template={template}
            open={(index) => {
              setSelected(index);
              setAsking('label');
            }}
            remove={remove}
          />
        ) : null}
        <div role="status" className={classes.announced}>
          {isNew && published ? (
            <div className={classes.done}>
              <h2 ref={heading} tabIndex={-1}>
                <FormattedText id="template.is_on" values={{ name, version: published.version }} />
              </h2>
              <p>{text('template.is_on_hint')}</p>
              <p>
                <Link to="/app">{text('template.to_captures')}</Link>{' '}
                <Link to={`/settings/plugins/${published.pluginId}`}>{text('template.to_plugin')}</Link>
              </p>
            </div>
          ) : null}
        </div>
        <TextInput
          label={text('template.kind')}
          placeholder={text('template.kind_example')}
          size="sm"
          maxLength={80}
          value={name}
          error={problem?.code === 'template.no_name' ? problem.detail : undefined}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change((before) => ({ ...before, name: value }));
          }}
        />
        <Stack gap={8}>
          <SegmentedControl
            fullWidth
            size="sm"
            aria-label={text('template.pointing_at')}
            value={asking === 'rows' ? 'rows' : 'value'}
            data={[
              { value: 'value', label: text('template.values') },
              { value: 'rows', label: text('template.rows') },
            ]}
            onChange={(value) => setAsking(value as Asking)}
          />
          <p className={classes.hint}>
            {text('template.hint', { what: asking === 'rows' ? 'rows' : 'value' })}
            <span className={classes.fingerHint}> {text('template.finger_hint')}</span>
          </p>
        </Stack>
        <FieldList
          reading={reading}
          marks={marks}
          explained={explained}
          selected={selected}
          asking={asking}
          select={(index) => {
            setSelected(index);
            setAsking('value');
          }}
          changeMark={changeMark}
          remove={remove}
          ask={setAsking}
          addInLine={addInLine}
        />
        {marks.length > 0 && fixed.size > 0 ? (
          <p className={classes.fixedNote}>
            {text(learned ? 'template.fixed_learned' : 'template.fixed', { count: fixed.size })}
          </p>
        ) : null}
        <Trials
          captureId={captureId}
          template={template}
          learned={learned}
          examples={examples}
          changeExample={changeExample}
        />
      </section>
    </div>
  );
}
