import { useNavigation } from 'react-router';

/** Whether a form of the page is on its way: by its intent, and where rows share one, by what tells the row apart. */
export function useSending(): (intent: string, row?: Readonly<Record<string, string>>) => boolean {
  const { formData } = useNavigation();
  return (intent, row = {}) =>
    formData?.get('intent') === intent &&
    Object.entries(row).every(([field, value]) => formData.get(field) === value);
}
