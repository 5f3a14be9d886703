import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the id is that of a plugin everybody can install and somebody else publishes. One that was only handed in for
 * review keeps nobody out: else a company could take the ids of others' own plugins away by submitting under them.
 */
export const isForeignInCatalogue = (companyId: string, pluginId: string): RawBuilder<boolean> => sql`exists (
  select from platform.plugins p
  where p.id = ${pluginId} and p.publisher_company_id is distinct from ${companyId}::uuid
    and (p.is_first_party or exists (
      select from platform.plugin_versions v where v.plugin_id = p.id and v.state in ('published', 'deprecated'))))`;
