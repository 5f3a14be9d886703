import { FileInput } from '@mantine/core';
import settings from '../settings.module.css';

interface Props {
  description?: string;
  onChange: (file: File | null) => void;
}

/** Where the file of a package is chosen. */
export function PackageFile({ description, onChange }: Props) {
  return (
    <section className={settings.section} aria-labelledby="package-file">
      <h2 id="package-file">Package</h2>
      <FileInput
        label="Package file"
        description={description}
        placeholder="Choose a .readout-plugin file"
        accept=".readout-plugin,application/json"
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no file' }}
        onChange={onChange}
      />
    </section>
  );
}
