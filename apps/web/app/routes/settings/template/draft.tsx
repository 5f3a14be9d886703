import { Alert, Button, TextInput } from '@mantine/core';
import { getTemplateDraft } from '@readout/domain/plugins/templates/get-template-draft';
import type { TemplateDraft } from '@readout/domain/plugins/templates/template-types';
import {
  fitTemplate,
  type MarkedPart,
  makeTemplate,
  suggestFieldLabel,
  suggestMark,
  suggestName,
  suggestValue,
  type TemplateMark,
  templateReader,
} from '@readout/plugin-kit/template';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { requireMember } from '../../../session.ts';
import { IconArrowLeft } from '../../../ui/icons.ts';
import { orProblemPage } from '../../app/page-problem.ts';
import { send } from '../../app/send.ts';
import type { Route } from './+types/draft';
import { ExamplePicture } from './example-picture.tsx';
import { FieldList } from './field-list.tsx';
import classes from './template.module.css';
import { Trials } from './trials.tsx';
import { useDraft } from './use-draft.ts';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, scope } = requireMember(context, request);
  return {
    draft: await orProblemPage(getTemplateDraft({ db: services.db.app }, { scope, draftId: params.draftId })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.draft.name || 'New reader'} · Readout` },
];

/** What is shown is newer than what was loaded. */
export const shouldRevalidate = () => false;

export default function TemplatePage({ loaderData }: Route.ComponentProps) {
  return <Editor key={loaderData.draft.id} draft={loaderData.draft} />;
}

const none: ReadonlySet<string> = new Set();

function Editor({ draft }: { draft: TemplateDraft }) {
  const { reading, locale, today, captureId } = draft;
  const { name, marks, change, save, revision, problem, setProblem, isSaved } = useDraft(draft);
  const [selected, setSelected] = useState<number>();
  const [isChoosingLabel, setIsChoosingLabel] = useState(false);
  const [published, setPublished] = useState(draft.published);
  const [isNew, setIsNew] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);

  const later = useDeferredValue(marks);
  const template = useMemo(
    () => makeTemplate(reading, { record: { type: 'record', label: 'Record' }, marks: later }),
    [reading, later],
  );
  const seen = useMemo(
    () => templateReader(template).read({ reading, settings: {}, locale, today })[0]?.fields ?? {},
    [template, reading, locale, today],
  );
  const fixed = useMemo(() => {
    const fit = fitTemplate(reading, template);
    return new Set(fit.fits ? fit.found.flatMap(({ parts }) => parts.map(({ line }) => line.id)) : []);
  }, [reading, template]);

  const setMarks = (next: (marks: TemplateMark[]) => TemplateMark[]) =>
    change((before) => ({ ...before, marks: next(before.marks) }));
  const changeMark = (index: number, more: Partial<TemplateMark>) =>
    setMarks((all) =>
      all.map((mark, at) => {
        if (at !== index) return mark;
        const changed = { ...mark, ...more };
        // Programs that use a published reader know its fields by name.
        if (more.label !== undefined && !published)
          changed.name = suggestName(
            more.label,
            all.filter((_, other) => other !== index).map((other) => other.name),
          );
        return changed;
      }),
    );
  const add = (mark: TemplateMark) => {
    setSelected(marks.length);
    setMarks((all) => [...all, mark]);
  };
  const markLines = (value: MarkedPart[]) => add(suggestMark(reading, value, marks, locale));

  const pick = (id: string) => {
    const line = reading.lines.find((each) => each.id === id);
    if (isChoosingLabel && selected !== undefined) {
      setIsChoosingLabel(false);
      const mark = marks[selected];
      if (!line || !mark) return;
      const own = 'parts' in mark.value ? mark.value.parts.filter((part) => part.line === id) : [];
      const start = line.text.length - line.text.trimStart().length;
      const end = own[0] ? own[0].start : line.text.trimEnd().length;
      if (end <= start) return;
      const text = line.text.slice(start, end);
      changeMark(selected, {
        by: { label: [{ line: id, start, end: start + text.trimEnd().length }] },
        label: suggestFieldLabel(text),
      });
      return;
    }
    const owner = marks.findIndex(
      ({ value, by }) =>
        ('parts' in value ? value.parts.some((part) => part.line === id) : value.barcode === id) ||
        (by !== 'place' && by.label.some((part) => part.line === id)),
    );
    if (owner >= 0) return setSelected(owner);
    if (line) return markLines([suggestValue(id, line.text)]);
    const code = reading.barcodes.find((each) => each.id === id);
    if (!code) return;
    const label = code.format === 'QRCode' ? 'QR code' : 'Barcode';
    add({
      name: suggestName(
        label,
        marks.map((mark) => mark.name),
      ),
      label,
      type: 'code',
      isRequired: true,
      value: { barcode: id },
      by: 'place',
    });
  };
  const pickMany = (ids: string[]) => {
    const lines = reading.lines.filter((line) => ids.includes(line.id));
    const [only] = lines;
    if (lines.length === 1 && only) return markLines([suggestValue(only.id, only.text)]);
    markLines(lines.map(({ id, text }) => ({ line: id, start: 0, end: text.length })));
  };

  const publish = async () => {
    setIsPublishing(true);
    if (await save()) {
      const answer = await send<{ pluginId: string; version: string }>(`/app/templates/${draft.id}/publish`, {
        revision: revision.current,
      });
      if (answer.ok) {
        setPublished(answer.value);
        setIsNew(true);
        setProblem(undefined);
      } else setProblem(answer.problem);
    }
    setIsPublishing(false);
  };

  return (
    <div className={classes.editor}>
      <header className={classes.bar}>
        <Link to={`/app/${captureId}`} className={classes.back} aria-label="Back to the capture">
          <IconArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className={classes.title}>Make a reader</h1>
        <span className={classes.saved} role="status">
          {problem ? 'Not saved' : isSaved ? 'Saved' : 'Saving'}
        </span>
        <Button size="sm" loading={isPublishing} disabled={marks.length === 0} onClick={() => void publish()}>
          {published ? 'Publish changes' : 'Publish'}
        </Button>
      </header>
      <ExamplePicture
        source={`/api/v1/captures/${captureId}/view`}
        reading={reading}
        marks={marks}
        selected={selected}
        fixed={marks.length > 0 ? fixed : none}
        isChoosingLabel={isChoosingLabel}
        pick={pick}
        pickMany={pickMany}
      />
      <section className={classes.side} aria-label="Values">
        {problem ? (
          <Alert color="red" role="alert" title={problem.title}>
            <p className={classes.alertText}>{problem.detail}</p>
            {problem.code === 'draft.changed_meanwhile' ? (
              <Button size="xs" variant="default" onClick={() => location.reload()}>
                Load what is there now
              </Button>
            ) : null}
          </Alert>
        ) : null}
        {isNew && published ? (
          <div className={classes.done} role="status">
            <p>
              <strong>{name}</strong> is on, version {published.version}. The next captures are read by it.
            </p>
            <p>
              <Link to="/app">To the captures</Link> <Link to="/settings/plugins">To the plugins</Link>{' '}
              <Link
                to={`/settings/plugins/submit?plugin=${published.pluginId}&version=${encodeURIComponent(published.version)}`}
              >
                Submit for review
              </Link>
            </p>
          </div>
        ) : null}
        <TextInput
          label="What kind of document is it?"
          placeholder="Delivery note"
          size="sm"
          maxLength={80}
          value={name}
          error={problem?.code === 'template.no_name' ? problem.detail : undefined}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change((before) => ({ ...before, name: value }));
          }}
        />
        <FieldList
          reading={reading}
          marks={marks}
          seen={seen}
          selected={selected}
          isChoosingLabel={isChoosingLabel}
          select={(index) => {
            setSelected(index);
            setIsChoosingLabel(false);
          }}
          changeMark={changeMark}
          remove={(index) => {
            setSelected(undefined);
            setIsChoosingLabel(false);
            setMarks((all) => all.filter((_, at) => at !== index));
          }}
          chooseLabel={setIsChoosingLabel}
        />
        {marks.length > 0 ? (
          <p className={classes.fixedNote}>
            The {fixed.size === 1 ? 'dotted line is' : `${fixed.size} dotted lines are`} taken to be on every
            such document and to tell it from others. Some may differ: most have to be there.
          </p>
        ) : null}
        <Trials captureId={captureId} template={template} />
      </section>
    </div>
  );
}
