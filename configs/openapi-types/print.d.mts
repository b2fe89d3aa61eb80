/** The types of an OpenAPI document, as the text of a module. */
export function printTypes(document: object): Promise<string>
