import openapiTypes, { astToString } from 'openapi-typescript';

/** The types of a description in OpenAPI 3.1, as a module. */
export const typesOf = async (description: Parameters<typeof openapiTypes>[0], madeBy: string) =>
  `// Made by ${madeBy}.\n\n${astToString(await openapiTypes(description))}`;
