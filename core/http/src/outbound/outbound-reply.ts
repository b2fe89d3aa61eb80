import { TextDecoder } from 'node:util'
import type { OutboundReply } from '@heliograph/contracts'
import type { Dispatcher } from 'undici'

/** Reads a reply up to `replyLimit` octets; what lies beyond is never read and its connection is closed. */
export async function readReply(
  response: Dispatcher.ResponseData,
  replyLimit: number,
): Promise<Omit<OutboundReply, 'elapsedMs'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > replyLimit) break
  }
  const octets = Buffer.concat(chunks).subarray(0, replyLimit)
  const headers = joinHeaders(response.headers)
  const body = decode(octets, size > replyLimit, headers['content-type'])
  return { status: response.statusCode, headers, body, octets }
}

/** A character that the limit has cut in two is left out. */
function decode(octets: Buffer, isCut: boolean, contentType: string | undefined): string {
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

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return joined
}
