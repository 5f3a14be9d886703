import { createContext, useContext } from 'react';
import type { Path } from './at-path.ts';

export interface ManifestForm {
  value(path: Path): unknown;
  /** undefined takes it away. */
  set(path: Path, next: unknown): void;
  /** What is wrong just there. */
  problem(path: Path): string | undefined;
}

const FormContext = createContext<ManifestForm | null>(null);
export const ManifestFormProvider = FormContext.Provider;

export function useManifestForm(): ManifestForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('useManifestForm outside of its provider');
  return form;
}
