import type { ApiKeyScope } from '@readout/domain/api-keys/rules';

type NameInText<Scope extends string> = Scope extends `${infer What}:${infer May}` ? `${What}_${May}` : never;

/** What a program may, as the choices of a message can name it: `captures:read` as `captures_read`. */
export const scopeName = (scope: ApiKeyScope) => scope.replace(':', '_') as NameInText<ApiKeyScope>;
