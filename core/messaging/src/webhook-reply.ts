import { type Charset, charsetByLabel } from './charsets.ts'
import { charsetLabelOf, mediaTypeOf } from './content-type.ts'
import { decodeText } from './decode-text.ts'
import { textOfMarkup } from './markup-text.ts'
import { measureText } from './segments.ts'

/** A reply to a webhook. */
export interface WebhookReply {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** How the webhook was sent, which decides the form of its receiver's answer. */
export type ReplyForm = 'json' | 'get' | 'soap'

/** The most octets of a reply that are read. */
export const REPLY_OCTETS = 65_536

/** A longer text is probably a page that was never meant as an answer. */
const MAX_REPLY_PARTS = 10

/**
 * The text that a receiver wants sent to the contact, null when there is none. Only a 200 counts, with plain text or
 * HTML (for the SOAP handler, the content of the envelope's body). JSON does not count, nor does a bare `OK`, with
 * which many receivers only acknowledge.
 */
export function readReply({ status, contentType, body }: WebhookReply, form: ReplyForm): string | null {
  if (status !== 200) return null
  const octets = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, REPLY_OCTETS))
  const content = decode(octets, charsetLabelOf(contentType))
  const markup = form === 'soap' ? soapContent(content) : plainContent(content, mediaTypeOf(contentType))
  if (markup === null) return null
  const text = textOfMarkup(markup)
  return text.toUpperCase() === 'OK' ? null : sendableReply(text)
}

/** The text, or null when it is empty or too long for an answer. */
export function sendableReply(text: string): string | null {
  return text === '' || measureText(text).parts > MAX_REPLY_PARTS ? null : text
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text/plain', 'text/html', ''])

function plainContent(content: string, mediaType: string): string | null {
  return !TEXT_TYPES.has(mediaType) || isJson(content) ? null : content
}

function isJson(content: string): boolean {
  if (!/^\s*[{[]/.test(content)) return false
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}

/** The content of the body of a SOAP 1.1 or 1.2 envelope; null when there is none, and for a fault. */
function soapContent(content: string): string | null {
  const body = /<((?:[\w.-]+:)?Body)(?:\s[^<>]*)?>/.exec(content)
  if (body === null || !/<(?:[\w.-]+:)?Envelope[\s>]/.test(content.slice(0, body.index))) return null
  const start = body.index + body[0].length
  const end = content.lastIndexOf(`</${body[1]}`)
  if (end < start || /^\s*<(?:[\w.-]+:)?Fault[\s>]/.test(content.slice(start))) return null
  return withoutRpcResult(content.slice(start, end), content)
}

/**
 * SOAP 1.2 (part 2, 4.2.1) has procedures name their result's element in another one before it, as PHP's server does;
 * that name is not part of the text.
 */
function withoutRpcResult(body: string, envelope: string): string {
  const prefix = /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/2003\/05\/soap-rpc["']/.exec(envelope)?.[1]
  const start = prefix === undefined ? -1 : body.indexOf(`<${prefix}:result`)
  const close = `</${prefix}:result>`
  const end = body.indexOf(close, start)
  return start < 0 || end < 0 ? body : body.slice(0, start) + body.slice(end + close.length)
}

/** Decodes by the label of the Content-Type, else as UTF-8, else as windows-1252. */
function decode(octets: Buffer, label: string | undefined): string {
  const charset = label === undefined ? undefined : charsetByLabel(label)
  const text = isCommon(charset) ? undefined : decodeByLabel(octets, label)
  return (text ?? decodeText(octets, charset)).replace(/^\ufeff/, '')
}

function isCommon(charset: Charset | undefined): boolean {
  return charset === 'utf-8' || charset === 'windows-1252'
}

function decodeByLabel(octets: Buffer, label: string | undefined): string | undefined {
  if (label === undefined || label === '') return undefined
  try {
    return new TextDecoder(label).decode(octets)
  } catch {
    return undefined
  }
}
