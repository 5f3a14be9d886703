import { z } from 'zod';
import { hidesSentence, hidesSomething, keptName } from '../visible-name.ts';

/** What somebody calls themselves: any script, one line. */
export const personName = z
  .string()
  .transform(keptName)
  .pipe(
    z
      .string()
      .min(1, 'Enter your name.')
      .max(200, 'Use at most 200 characters.')
      .refine((name) => !hidesSomething(name), hidesSentence),
  );
