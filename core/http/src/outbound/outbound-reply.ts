import { TextDecoder } from 'node:util'
import type { OutboundReply } from '@heliograph/contracts'
import type { RawReply } from './outbound-exchange.ts'

/** Adds the decoded text to a reply. */
export function readReply({ status, headers: given, octets, isCut }: RawReply): Omit<OutboundReply, 'elapsedMs'> {
  const headers = joinHeaders(given)
  return { status, headers, body: decode(octets, isCut, headers['content-type']), octets }
}

/** Leaves out a character that the limit has cut in two. */
function decode(octets: Buffer, isCut: boolean, contentType: string | undefined): string {
  if (octets.length === 0) return ''
  return decoderFor(contentType).decode(octets, { stream: isCut })
}

function decoderFor(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

function joinHeaders(headers: RawReply['headers']): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
