import { GatewayError, METADATA_OCTETS, type MessageMetadata } from '@heliograph/contracts'

/** What metadata have to be, for messages about those that are not. */
export const METADATA_RULE = `must be a JSON object of at most ${METADATA_OCTETS} octets`

/** Metadata as they are kept: compact JSON. Undefined: they are no object, or too large. */
export function metadataText(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const text = JSON.stringify(metadata)
  return text.startsWith('{') && Buffer.byteLength(text) <= METADATA_OCTETS ? text : undefined
}

/** The metadata of a message to be kept; null: none. Throws `invalid`/`bad-metadata`. */
export function keptMetadata(metadata: MessageMetadata | undefined): string | null {
  if (metadata === undefined) return null
  const text = metadataText(metadata)
  if (text !== undefined) return text
  throw new GatewayError('invalid', 'bad-metadata', `metadata ${METADATA_RULE}`, {
    details: { metadata: METADATA_RULE },
  })
}
