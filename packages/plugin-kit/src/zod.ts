import { config } from 'zod';

// In a browser: what it compiles comes from `new Function`, which the pages' content security policy refuses, aloud. A
// schema looks for that when it is made, so this comes before the first.
if (!('process' in globalThis)) config({ jitless: true });

export { z } from 'zod';
