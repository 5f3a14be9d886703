import description from '../../../../../../docs/api/openapi.json';
import { type Description, toReference } from './reference.ts';

/** The API of this build. */
export const reference = toReference(description as unknown as Description);
