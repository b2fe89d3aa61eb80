import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { type AttachmentStream, type Headers, type HeaderValue, MailParser, type MessageText } from 'mailparser'
import { htmlText, MAX_LENGTH } from './html-text.ts'

/** The content of a mail that matters for an SMS. */
export interface ReadMail {
  readonly subject: string
  /** From its plain text, else from its HTML, without attachments and attached mails. */
  readonly text: string
  /** `Message-ID`, in angle brackets; empty when there is none. */
  readonly messageId: string
  /** The address for answers according to its headers; empty unless there is exactly one. */
  readonly answerTo: string
  readonly contentType: string
  /**
   * Returns the value of a header in lower case, by its name in lower case; the first of several, empty when there is
   * none.
   */
  header(name: string): string
}

/** A mail with a larger header block, in octets, or with more parts is not read. */
const MAX_HEAD_OCTETS = 64 * 1024
const MAX_PARTS = 200

/** Commas and semicolons in its header: two for each of more than a thousand recipients. */
const MAX_SEPARATORS = 3_000

const LF = 0x0a
const EQUALS_SIGN = 0x3d

/**
 * A quoted-printable text has at most one for every three octets: these are for two million, all of them escaped. The
 * parser decodes a part in one go, and each of these signs takes it the time of many other characters.
 */
const MAX_EQUALS_SIGNS = 700_000

/** Lines of texts are longer, and so are those of attachments. The parser's time goes by lines. */
const SHORT_LINE_OCTETS = 40
const MAX_SHORT_LINES = 25_000

/** Other work runs after this many octets. Short lines take the parser the longest. */
const PIECE_OCTETS = 16 * 1024

/**
 * Reads a mail. Rejects when it cannot be read: too many parts, short lines, equals signs or addresses, or too large a
 * header.
 */
export async function readMail(octets: Uint8Array): Promise<ReadMail> {
  const parser = new MailParser({
    ignoreEmbedded: true,
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    checksumAlgo: false,
    maxHeadSize: MAX_HEAD_OCTETS,
    maxChildNodes: MAX_PARTS,
  })
  let headers: Headers = new Map()
  let content: Partial<MessageText> = {}
  parser.on('headers', (read) => {
    headers = read
  })
  parser.on('data', (part: AttachmentStream | MessageText) => {
    if (part.type === 'text') content = part
    else skip(part)
  })
  await pipeline(inPieces(octets), parser)
  return mapMail(headers, content)
}

async function* inPieces(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  if ((headOf(octets).match(/[,;]/g)?.length ?? 0) > MAX_SEPARATORS)
    throw new Error('The header names too many addresses')
  let shortLines = 0
  let equalsSigns = 0
  for (let at = 0; at < octets.length; at += PIECE_OCTETS) {
    const piece = octets.subarray(at, at + PIECE_OCTETS)
    shortLines += countShortLines(piece)
    if (shortLines > MAX_SHORT_LINES) throw new Error('The mail has too many short lines')
    for (const octet of piece) if (octet === EQUALS_SIGN) equalsSigns += 1
    if (equalsSigns > MAX_EQUALS_SIGNS) throw new Error('The mail has too many equals signs')
    yield piece
    await setImmediate()
  }
}

function headOf(octets: Uint8Array): string {
  const start = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1', 0, MAX_HEAD_OCTETS)
  const end = start.search(/\n\r?\n/)
  return end < 0 ? start : start.slice(0, end)
}

function countShortLines(octets: Uint8Array): number {
  let count = 0
  let begin = 0
  for (let end = octets.indexOf(LF); end >= 0; end = octets.indexOf(LF, begin)) {
    if (end - begin < SHORT_LINE_OCTETS) count += 1
    begin = end + 1
  }
  return count
}

/** Discards an attachment; the parser only goes on once it has been read. */
function skip(attachment: AttachmentStream): void {
  attachment.content.once('end', () => attachment.release?.())
  attachment.content.resume()
}

function mapMail(headers: Headers, { html, text }: Partial<MessageText>): ReadMail {
  return {
    subject: textOf(headers.get('subject')),
    text: shownText(text ?? '', html),
    messageId: textOf(headers.get('message-id')),
    answerTo: addressOf(headers.get('reply-to')) || addressOf(headers.get('from')),
    contentType: textOf(headers.get('content-type')).toLowerCase(),
    header: (name) => (name === 'list-id' ? listId(headers) : textOf(headers.get(name))).trim().toLowerCase(),
  }
}

/** Empty for a text that is too long for any SMS, as with HTML. */
function shownText(plain: string, html: string | undefined): string {
  if (plain.length > MAX_LENGTH) return ''
  return plain.trim() === '' && html !== undefined ? htmlText(html) : plain
}

/** The parser puts the headers of mailing lists under one name. */
function listId(headers: Headers): string {
  const list = headers.get('list') as Readonly<Record<string, { readonly id?: string }>> | undefined
  return list?.id === undefined ? '' : (list.id.id ?? 'list')
}

function textOf(value: HeaderValue | undefined): string {
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || !('value' in first)) return ''
  return typeof first.value === 'string' ? first.value : ''
}

function addressOf(value: HeaderValue | undefined): string {
  const first = Array.isArray(value) ? value[0] : value
  if (typeof first !== 'object' || !('value' in first) || !Array.isArray(first.value)) return ''
  return first.value.length === 1 ? (first.value[0]?.address ?? '') : ''
}
