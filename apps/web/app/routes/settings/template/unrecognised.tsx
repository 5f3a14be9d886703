import { Alert, Button } from '@mantine/core';
import type { PluginReading } from '@readout/plugin-kit';
import { suggestMark, suggestPart, type Template, type TemplateMark } from '@readout/plugin-kit/template';
import { Link } from 'react-router';
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
    <Alert color="yellow" title="It would not be recognised">
      <div className={classes.alertText}>
        <p>
          Readout knows a document again by printed words that are the same on every one. Here{' '}
          {texts.length === 0 ? (
            'there are none'
          ) : (
            <>
              {texts.length === 1 ? 'there is only ' : 'there are only '}
              {texts.slice(0, 3).map((text, index) => (
                <span key={text}>
                  {index > 0 ? ', ' : ''}
                  <q>{text}</q>
                </span>
              ))}
            </>
          )}
          : it takes two of them, or a longer one. Until then it cannot be published.
        </p>
        <ul className={classes.helps}>
          {alike.slice(0, 3).map(({ index, text }) => (
            <li key={index}>
              Is <q>{text}</q> the same on every such document? Then it is no value.{' '}
              <Button size="compact-xs" variant="default" onClick={() => remove(index)}>
                Remove its mark
              </Button>
            </li>
          ))}
          {further.length > 0 ? (
            <li>
              Mark{' '}
              {further.slice(0, 3).map((value, index) => (
                <span key={value}>
                  {index > 0 ? ', ' : ''}
                  <q>{value}</q>
                </span>
              ))}{' '}
              too: the words beside count.
            </li>
          ) : null}
          {isUnnamed ? (
            <li>
              Is there a printed word that names <q>{marks[unnamed]?.label}</q>?{' '}
              <Button size="compact-xs" variant="default" onClick={() => open(unnamed)}>
                Say which
              </Button>
            </li>
          ) : null}
          <li>
            {alike.length > 0 || further.length > 0 || isUnnamed ? 'Nothing like that? ' : ''}Take a picture
            that shows more of it: its title, the maker’s name, the words beside the values. Then{' '}
            <Link to="/settings/plugins/template/new">begin with that one</Link>.
          </li>
        </ul>
      </div>
    </Alert>
  );
}
