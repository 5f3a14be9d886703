import { apiKeyScopeNames } from '@readout/domain/api-keys/rules';
import { mcpScopes, type OauthResource } from '@readout/domain/oauth/rules';

/** Where what says how to sign in to a resource is (RFC 9728, section 3.1). */
export const resourceMetadataPath = (resource: OauthResource): string =>
  `/.well-known/oauth-protected-resource${resource === '/' ? '' : resource}`;

/** How programs are let in, as RFC 8414 has it. `origin`: of this server, as who asks sees it. */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  scopes_supported: apiKeyScopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${origin}/docs/api`,
});

/** What opens a resource, as RFC 9728 has it. Assistants ask for what is named here: confirming is not. */
export const resourceMetadata = (origin: string, resource: OauthResource) => ({
  resource: resource === '/' ? origin : `${origin}${resource}`,
  resource_name: 'Readout',
  authorization_servers: [origin],
  scopes_supported: resource === '/api/mcp' ? mcpScopes : apiKeyScopeNames,
  bearer_methods_supported: ['header'],
  resource_documentation: `${origin}/docs/${resource === '/api/mcp' ? 'mcp' : 'api'}`,
});
