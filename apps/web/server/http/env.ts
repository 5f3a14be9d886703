import type { HttpBindings } from '@hono/node-server';
import type { Session } from '../../app/context.ts';
import type { Client } from './client.ts';

/** What every handler finds in its Hono context: `c.get('session')`, `c.get('client')`, … */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Names the request in log and answers. */
    requestId: string;
    client: Client;
    /** Null where nobody is signed in. */
    session: Session | null;
    nonce: string;
  };
}
