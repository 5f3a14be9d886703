import type { PageReading } from '@readout/domain/captures/rules';
import { useText } from '../../../../ui/texts.tsx';
import classes from './record.module.css';

/** Which attached file the page is of; files in the document that were not used or shown, and why. Nothing where there is none. */
export function FilesFound({
  reading: { attachment, files = [], refusedFiles = [] },
}: {
  reading: Pick<PageReading, 'attachment' | 'files' | 'refusedFiles'>;
}) {
  const text = useText();
  if (attachment !== undefined)
    return <p className={classes.attachment}>{text('workspace.file.attachment', { name: attachment })}</p>;
  const says = new Set(files.map(({ values, lists }) => JSON.stringify([values, lists])));
  if (says.size < 2 && refusedFiles.length === 0) return null;
  return (
    <section className={classes.notRun} aria-labelledby="files-found">
      <h3 id="files-found">{text('workspace.file.not_used')}</h3>
      <ul>
        {says.size < 2
          ? null
          : files.map(({ id, name, format, profile }) => (
              <li key={id}>{text('workspace.file.one_of_several', { name, format, profile })}</li>
            ))}
        {refusedFiles.map(({ name, code }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may have one name
          <li key={index}>{text('workspace.file.refused', { name, code })}</li>
        ))}
      </ul>
    </section>
  );
}
