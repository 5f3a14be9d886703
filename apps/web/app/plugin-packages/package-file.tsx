import { FileInput } from '@mantine/core';
import settings from '../ui/settings.module.css';
import { useText } from '../ui/texts.tsx';

interface Props {
  description?: string;
  onChange: (file: File | null) => void;
}

/** Where the file of a package is chosen. */
export function PackageFile({ description, onChange }: Props) {
  const text = useText();
  return (
    <section className={settings.section} aria-labelledby="package-file">
      <h2 id="package-file">{text('settings.packages.package')}</h2>
      <FileInput
        label={text('settings.packages.file')}
        description={description}
        placeholder={text('settings.packages.choose')}
        accept=".readout-plugin,application/json"
        clearable
        clearButtonProps={{ 'aria-label': text('settings.packages.choose_none') }}
        onChange={onChange}
      />
    </section>
  );
}
