import classes from '../../../plugins/plugins.module.css';
import { useText } from '../../../ui/texts.tsx';

interface Props {
  plugin: string;
  source: string;
  version: string;
  /** Labels of what is framed. */
  fields: string[];
  isLarge?: boolean;
}

/** One of the fixtures with a frame around every value that is read of it. */
export function SamplePicture({ plugin, source, version, fields, isLarge = false }: Props) {
  const text = useText();
  return (
    <img
      className={isLarge ? classes.sampleLarge : classes.sample}
      src={`/app/plugins/${plugin}/sample?${new URLSearchParams({ source, version })}`}
      alt={text('settings.plugins.sample', { fields: fields.slice(0, 6).join(', ') })}
      loading="lazy"
      decoding="async"
    />
  );
}
