import openapiTypescript, { astToString } from 'openapi-typescript'

/** Resolves with the types of an OpenAPI document, as the text of a module. */
export async function printTypes(document) {
  return `// Made from the schemas of the endpoints: change those.\n${astToString(await openapiTypescript(document))}`
}
