import { TextDecoder } from 'node:util'
import type { RawReply } from './reply-parser.ts'

/** Decoders by content type as written; servers use few, and each with a charset of its own is not kept for long. */
const decoders = new Map<string | undefined, TextDecoder>()
const KEPT = 100
const KEPT_LENGTH = 100

/** The text of a reply, in the charset it names. */
export function textOf({ headers, octets, isCut }: RawReply): string {
  if (octets.length === 0) return ''
  const contentType = headers['content-type']
  // Leaves out a character that the limit has cut in two. The decoder would keep its start for the next text.
  if (isCut) return createDecoder(contentType).decode(octets, { stream: true })
  return (decoders.get(contentType) ?? keptDecoder(contentType)).decode(octets)
}

function keptDecoder(contentType: string | undefined): TextDecoder {
  const decoder = createDecoder(contentType)
  if (contentType === undefined || contentType.length <= KEPT_LENGTH) {
    if (decoders.size >= KEPT) decoders.clear()
    decoders.set(contentType, decoder)
  }
  return decoder
}

function createDecoder(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
