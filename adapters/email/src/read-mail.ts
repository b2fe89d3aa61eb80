import { once } from 'node:events'
import { type AttachmentStream, type Headers, type HeaderValue, MailParser, type MessageText } from 'mailparser'
import { htmlText } from './html-text.ts'

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
const MAX_HEAD_OCTETS = 256 * 1024
const MAX_PARTS = 200

/** Reads a mail. Rejects when it cannot be read: too many parts, or too large a header. */
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
  const ended = once(parser, 'end')
  parser.end(octets)
  await ended
  return mapMail(headers, content)
}

/** Discards an attachment; the parser only goes on once it has been read. */
function skip(attachment: AttachmentStream): void {
  attachment.content.once('end', () => attachment.release?.())
  attachment.content.resume()
}

function mapMail(headers: Headers, { html, text }: Partial<MessageText>): ReadMail {
  const plain = text ?? ''
  return {
    subject: textOf(headers.get('subject')),
    text: plain.trim() === '' && html !== undefined ? htmlText(html) : plain,
    messageId: textOf(headers.get('message-id')),
    answerTo: addressOf(headers.get('reply-to')) || addressOf(headers.get('from')),
    contentType: textOf(headers.get('content-type')).toLowerCase(),
    header: (name) => (name === 'list-id' ? listId(headers) : textOf(headers.get(name))).trim().toLowerCase(),
  }
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
