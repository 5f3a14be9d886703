import { createSessionClient, type paths } from '@readout/api-client';
import type { paths as internalPaths } from './schema.ts';

/** What programs are given too, and what is described for pages alone. */
export type Paths = paths & internalPaths;

/**
 * The requests below `api`: for what needs a header, a status or the stream of an answer, and for workers.
 * @throws TypeError where the server was not reached, SyntaxError where something else answered
 */
export const session = createSessionClient<Paths>();
