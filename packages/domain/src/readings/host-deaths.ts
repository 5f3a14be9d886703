import { type RawBuilder, sql } from 'kysely';

/**
 * A host that goes away while pages are read says little about any of them: servers are killed and restarted. A page that
 * was there this often is read alone from then on, after everything else of its company.
 */
export const aloneAfterDeaths = 3;
/** Urgency of what is read alone. */
export const aloneUrgency = 3;
/** Read alone, and the host went away this often in all: the page is given up. */
export const maxHostDeaths = 6;

/** Seconds after the third, fourth and fifth death: who restarts a server over and over is not to be taken for the page. */
const waits = sql`case when host_deaths < 1 then 0 when host_deaths < 2 then 10 when host_deaths < 3 then 60
  when host_deaths < 4 then 300 else 900 end`;

/** What an update of the queue sets for a page that was being read when its host, or its reader, was killed. */
export const afterHostDeath: RawBuilder<unknown> = sql`host_deaths = host_deaths + 1, delayed_by = null,
  urgency = case when host_deaths + 1 >= ${aloneAfterDeaths} then ${aloneUrgency}::smallint else urgency end,
  due_at = now() + make_interval(secs => ${waits})`;
