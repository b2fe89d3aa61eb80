/**
 * What a client gives with a message to have it back in reports, events and receipts, for instance the number of an
 * order: a JSON object that takes at most `METADATA_OCTETS`. The gateway does not look into it, and no network gets it.
 *
 * @stability experimental
 */
export type MessageMetadata = Readonly<Record<string, unknown>>

/** What the metadata of a message may take, as compact JSON in UTF-8. @stability experimental */
export const METADATA_OCTETS = 2_048
