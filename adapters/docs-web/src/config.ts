import { type Static, Type } from 'typebox'

/** Configuration of an instance that serves the documentation. It has no settings yet. */
export const configSchema = Type.Object({}, { additionalProperties: false })

export type DocsWebConfig = Static<typeof configSchema>
