import { z } from 'zod';
import { fieldText } from '../field-text.ts';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';

/** What somebody calls themselves: any script, one line. */
export const personName = z
  .string()
  .transform(keptName)
  .pipe(
    z
      .string()
      .min(1, fieldText('your_name'))
      .max(200, fieldText('too_long', { max: 200 }))
      .refine((name) => !hidesSomething(name), hidesSentence),
  );
