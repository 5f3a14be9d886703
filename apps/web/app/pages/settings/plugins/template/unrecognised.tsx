import { Alert, Button } from '@mantine/core';
import type { PluginReading } from '@readout/plugin-kit';
import { suggestMark, suggestPart, type Template, type TemplateMark } from '@readout/plugin-kit/template';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { idsOf } from './example-picture.tsx';
import classes from './template.module.css';

/** Why the reader does not know even its own example again, and what to mark, or to take a picture of, besides. */
export function Unrecognised({
  reading,
  marks,
  template,
  open,
  remove,
}: {
  reading: PluginReading;
  marks: readonly TemplateMark[];
  template: Template;
  /** Opens a value. */
  open(index: number): void;
  remove(index: number): void;
}) {
  const say = useText();
  const texts = [
    ...new Set([
      ...template.fields.flatMap(({ find }) =>
        find.by === 'label'
          ? [find.label.text]
          : find.by === 'rows'
            ? find.heads.map(({ text }) => text)
            : [],
      ),
      ...template.anchors.map(({ text }) => text),
    ]),
  ];
  const textOf = ({ value }: TemplateMark) =>
    'parts' in value
      ? value.parts
          .map((part) =>
            reading.lines
              .find(({ id }) => id === part.line)
              ?.text.slice(part.start, part.end)
              .trim(),
          )
          .join(' ')
      : '';
  // Marked as a value though it reads like a heading or a label.
  const alike = marks.flatMap((mark, index) => {
    const text = textOf(mark);
    return mark.type === 'text' && /\p{L}{4}/u.test(text) && !/\d/.test(text) ? [{ index, text }] : [];
  });
  // Words beside values count once their values are marked, however short they are.
  const marked = new Set(marks.flatMap(idsOf));
  const further = reading.lines.flatMap(({ id, text }) => {
    const part = marked.has(id) ? undefined : suggestPart(reading, id, marks);
    const mark = part && suggestMark(reading, [part], marks, 'en');
    const value = part && text.slice(part.start, part.end);
    return mark && mark.by !== 'place' && value && /\d/.test(value) ? [value] : [];
  });
  const unnamed = marks.findIndex((mark) => mark.by === 'place' && 'parts' in mark.value);
  const isUnnamed = unnamed >= 0 && alike.length < marks.length;
  return (
    <Alert color="yellow" title={say('template.unrecognised.title')}>
      <div className={classes.alertText}>
        <p>
          <FormattedText
            id="template.unrecognised.why"
            values={{ count: texts.length, texts: <Quotes texts={texts} /> }}
          />
        </p>
        <ul className={classes.helps}>
          {alike.slice(0, 3).map(({ index, text }) => (
            <li key={index}>
              <FormattedText id="template.unrecognised.alike" values={{ text, q: quoted }} />{' '}
              <Button size="compact-xs" variant="default" onClick={() => remove(index)}>
                {say('template.unrecognised.remove')}
              </Button>
            </li>
          ))}
          {further.length > 0 ? (
            <li>
              <FormattedText
                id="template.unrecognised.further"
                values={{ texts: <Quotes texts={further} /> }}
              />
            </li>
          ) : null}
          {isUnnamed ? (
            <li>
              <FormattedText
                id="template.unrecognised.unnamed"
                values={{ label: marks[unnamed]?.label ?? '', q: quoted }}
              />{' '}
              <Button size="compact-xs" variant="default" onClick={() => open(unnamed)}>
                {say('template.unrecognised.say_which')}
              </Button>
            </li>
          ) : null}
          <li>
            <FormattedText
              id="template.unrecognised.more"
              values={{
                state: alike.length > 0 || further.length > 0 || isUnnamed ? 'some' : 'none',
                link: (inside) => <Link to="/settings/plugins/template/new">{inside}</Link>,
              }}
            />
          </li>
        </ul>
      </div>
    </Alert>
  );
}

const quoted = (inside: ReactNode[]) => <q>{inside}</q>;

/** The first three, with commas between them. */
function Quotes({ texts }: { texts: readonly string[] }) {
  return texts.slice(0, 3).map((text, index) => (
    <span key={text}>
      {index > 0 ? ', ' : ''}
      <q>{text}</q>
    </span>
  ));
}
