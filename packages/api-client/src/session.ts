import createClient, { type Client } from 'openapi-fetch';

/** For pages of Readout itself, whose key is the session of the person who is signed in; problems are told in the answer. */
export const createSessionClient = <Paths extends object>(): Client<Paths> =>
  // The `fetch` of the moment: pages put their own in its place.
  createClient<Paths>({ baseUrl: '/api/v1', fetch: (request) => fetch(request) });
