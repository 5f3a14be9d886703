import { sql } from 'kysely';
import { doubtfulBelow } from './rules.ts';

/** Of one field. What a person entered is doubted where a check fails, and nowhere else. */
const isDoubtful = `exists(@.checks[*] ? (@.passed == false))
  || (!(@.edited == true) && @.value != null && (@.confidence < ${doubtfulBelow} || exists(@.ambiguous[*])))`;

/** Whether a record `r` has a field to look at before it is confirmed: what the page says of each field, for many at once. */
export const hasDoubt = sql`(r.company_checks <> '[]' or jsonb_path_exists(r.fields, ${sql.lit(`$.* ? (${isDoubtful})`)}))`;

/** Names of the fields of a record `r` to look at. */
export const doubtfulFields = sql`array(
  select f.key from jsonb_each(r.fields) as f (key, value)
  where jsonb_path_exists(f.value, ${sql.lit(`$ ? (${isDoubtful})`)})
  union select c.value->>'field' from jsonb_array_elements(r.company_checks) as c (value) order by 1)`;

/** How many checks of a record `r` failed. */
export const failedChecks = sql`(jsonb_array_length(r.company_checks) + jsonb_array_length(
  jsonb_path_query_array(r.fields, '$.*.checks[*] ? (@.passed == false)')))`;

/** What a record `r` fails, as `total: sum`. */
export const failures = sql`array(
  select f.key || ': ' || (c.value->>'name')
  from jsonb_each(r.fields) as f (key, value), jsonb_array_elements(f.value->'checks') as c (value)
  where c.value->'passed' = 'false'
  union all
  select (c.value->>'field') || ': ' || (c.value->>'check') from jsonb_array_elements(r.company_checks) as c (value)
  order by 1)`;
