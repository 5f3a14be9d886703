import { OpenAPIHono } from '@hono/zod-openapi';
import { AppError } from '@readout/domain/errors';
import type { Context } from 'hono';
import type { HttpEnv } from '../http/env.ts';

/** What an address answers whose answer is no JSON: its description tells nothing about the type of its bytes. */
export const asIs = (response: Response) => response as never;

/** What was true at the moment of the answer. */
export const fresh = { 'cache-control': 'no-store' };

/** Everything there is of something, as it is described by `listOf`. */
export const itemsOf = async <Item>(context: Context<HttpEnv>, items: Promise<Item[]>) =>
  context.json({ items: await items }, 200, fresh);

/** There is nothing to tell but that it is done. */
export const whenDone = async (context: Context<HttpEnv>, work: Promise<unknown>) => {
  await work;
  return asIs(context.body(null, 204));
};

/** A part of the programs' interface: a request that does not fit its schema is refused with the parameter's name. */
export function createRouter(): OpenAPIHono<HttpEnv> {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result) => {
      if (result.success) return undefined;
      const issue = result.error.issues[0];
      const path = issue?.path.join('.');
      const message = issue?.message ?? 'is not valid';
      throw new AppError(
        'request.invalid',
        path ? { reason: 'parameter', path, message } : { reason: 'whole', message },
      );
    },
  });
}
