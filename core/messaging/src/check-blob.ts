import { GatewayError, type NewBlob } from '@heliograph/contracts'
import { isMediaType } from './check-content.ts'

const LONGEST_NAME = 200
const FAMILIES = /^(?:image|video|audio)\//
const DOCUMENTS: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'text/csv',
  'text/vcard',
])

/** A picture that can hold programs. */
const NOT_KEPT = 'image/svg+xml'

/** Throws `invalid`/`bad-blob` for a file whose name or type is not kept. */
export function checkBlob({ mediaType, fileName = '' }: Pick<NewBlob, 'mediaType' | 'fileName'>): void {
  const type = mediaType.toLowerCase()
  const isKept = isMediaType(type) && type !== NOT_KEPT && (FAMILIES.test(type) || DOCUMENTS.has(type))
  if (!isKept)
    throw new GatewayError('invalid', 'bad-blob', `Files of the type ${JSON.stringify(mediaType)} are not kept`)
  if (fileName.length > LONGEST_NAME)
    throw new GatewayError('invalid', 'bad-blob', `The name of a file has at most ${LONGEST_NAME} characters`)
}

export function blobTooLarge(mostOctets: number): GatewayError {
  return new GatewayError('too-large', 'blob-too-large', `A file may have at most ${mostOctets} octets`)
}

export function blobsFull(): GatewayError {
  return new GatewayError('conflict', 'blobs-full', 'The client has too many files, or they are too large')
}

export function blobGone(): GatewayError {
  return new GatewayError('not-found', 'blob-not-found', 'There is no such file')
}

/** Cuts what arrives in pieces of any length into chunks of one, the last of which may be shorter. */
export async function* chunksOfOctets(
  octets: Uint8Array | AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of octets instanceof Uint8Array ? [octets] : octets) {
    waiting = waiting.length === 0 ? Buffer.from(piece) : Buffer.concat([waiting, piece])
    while (waiting.length >= length) {
      yield waiting.subarray(0, length)
      waiting = waiting.subarray(length)
    }
  }
  if (waiting.length > 0) yield waiting
}
