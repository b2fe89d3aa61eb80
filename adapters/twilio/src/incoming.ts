import type { IncomingNotice, IncomingReply, ReceiptRequest } from '@heliograph/contracts'
import { elementIn, elementsIn, mediaTypeOf, parseXml, textIn, type XmlElement } from '@heliograph/wire'
import { formatAddress } from './resources.ts'
import type { Sids } from './sids.ts'
import { signedForm } from './signed-form.ts'

/** Writes an incoming SMS: a signed form, as status callbacks are. */
export function formatIncoming(
  { clientId, from, incomingId, text, to, url }: IncomingNotice,
  sids: Sids,
): ReceiptRequest {
  const sid = sids.write('SM', clientId, incomingId)
  return signedForm(url, {
    AccountSid: sids.write('AC', clientId, 0),
    ApiVersion: '2010-04-01',
    Body: text,
    From: formatAddress(from),
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: formatAddress(to),
  })
}

const XML: ReadonlySet<string> = new Set(['text/xml', 'application/xml', 'text/html', ''])

/** TwiML beyond these limits is not what a program writes for an SMS. */
const LIMITS = { markup: 1_000, depth: 20 }

/**
 * The text of an answer in TwiML: of every `Message` in its `Response`, or of the `Body` in it, each on a line of its
 * own; or the whole of an answer in plain text. Null when there is no text, and for what is not TwiML.
 */
export function readReply({ body, contentType, status }: IncomingReply): string | null {
  if (status < 200 || status > 299) return null
  const type = mediaTypeOf(contentType)
  if (type === 'text/plain') return body.trim() || null
  if (!XML.has(type) || !body.trimStart().startsWith('<')) return null
  return messagesIn(body)?.join('\n') || null
}

function messagesIn(body: string): readonly string[] | undefined {
  try {
    const root = parseXml(body, LIMITS)
    return root.name === 'Response' ? elementsIn(root).flatMap(textOf) : undefined
  } catch {
    return undefined
  }
}

function textOf(element: XmlElement): readonly string[] {
  if (element.name !== 'Message' && element.name !== 'Sms') return []
  const text = textIn(elementIn(element, 'Body') ?? element).trim()
  return text === '' ? [] : [text]
}
