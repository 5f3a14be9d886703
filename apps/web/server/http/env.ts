import type { HttpBindings } from '@hono/node-server';
import type { UsedApiKey } from '@readout/domain/api-keys/use-api-key';
import type { AppError } from '@readout/domain/errors';
import type { Client } from '../request/client.ts';
import type { Session } from '../request/session.ts';

/** What every handler finds in its Hono context: `c.get('session')`, `c.get('client')`, … */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    /** Names the request in log and answers. */
    requestId: string;
    client: Client;
    /** Null where nobody is signed in. */
    session: Session | null;
    /** Where a program acts with an API key, who it acts for; undefined everywhere else. */
    apiKey: UsedApiKey | undefined;
    /** What the key of the request has left; undefined where there is none. */
    quota: Pick<UsedApiKey, 'left' | 'resetSeconds'> | undefined;
    /** Whether the address asked for is one programs may use with an API key. */
    isOpenToKeys: boolean | undefined;
    /** The answer holds a secret that is shown once: it is kept nowhere. */
    holdsSecret: boolean | undefined;
    nonce: string;
    /** For figures: the pattern of the address it was answered at; `file` for the built files. */
    route: string | undefined;
    /** Why a page's change is not carried out now; null where it is. */
    refusal: AppError | null;
  };
}
