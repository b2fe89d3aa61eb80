import type { IncomingHandler } from '@heliograph/contracts'

/** What webhooks report of an incoming SMS. */
export interface IncomingFacts {
  readonly incomingId: number
  /** Digits without `+`, or an alphanumeric sender. */
  readonly from: string
  /** The channel's number, digits. */
  readonly to: string
  readonly text: string
  readonly receivedAt: Date
}

/** The instance that hands over incoming SMS; null when the gateway does so itself. */
export function incomingInstanceOf(handler: IncomingHandler): string | null {
  return handler.startsWith(INSTANCE) ? handler.slice(INSTANCE.length) : null
}

const INSTANCE = 'instance:'

/** What a contact requested, as the `type` of its webhook. */
export type SubscriptionEvent = 'opt_out' | 'opt_in'

/**
 * The URL that the GET handler calls: the parameters of the specification ("Incoming SMS webhook") in its order, after
 * the query that the URL already has, which stays as it is. Blanks are `%20`, which every server reads as a blank.
 */
export function incomingGetUrl(url: string, facts: IncomingFacts, securityKey: string): string {
  const parameters = {
    securitykey: securityKey,
    incomingsmsid: String(facts.incomingId),
    timestamp: unixSeconds(facts.receivedAt),
    sender: facts.from,
    recipient: facts.to,
    msg: wrapped(facts.text, securityKey),
    message: facts.text,
  }
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const [address = ''] = url.split('#', 1)
  return `${address}${separatorAfter(address)}${query}`
}

function separatorAfter(address: string): string {
  if (!address.includes('?')) return '?'
  return /[?&]$/.test(address) ? '' : '&'
}

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope'

/** The request of the SOAP handler: SOAP 1.2, the element `incomingsms` with its children, all in `namespace`. */
export function incomingSoapRequest(
  facts: IncomingFacts,
  securityKey: string,
  namespace: string,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const children = {
    incomingsmsid: String(facts.incomingId),
    timestamp: unixSeconds(facts.receivedAt),
    sender: facts.from,
    msg: wrapped(facts.text, securityKey),
    securitykey: securityKey,
  }
  const content = Object.entries(children)
    .map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    .join('')
  return {
    body:
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${ENVELOPE}"><soap:Body>` +
      `<incomingsms xmlns="${escapeXml(namespace)}">${content}</incomingsms></soap:Body></soap:Envelope>`,
    headers: { 'Content-Type': `application/soap+xml; charset=utf-8; action="${actionIn(namespace)}"` },
  }
}

/**
 * Web Services Addressing 1.0, Metadata, 4.4.4: the name follows a URN after a colon, and any other namespace after a
 * slash.
 */
function actionIn(namespace: string): string {
  const delimiter = namespace.startsWith('urn:') ? ':' : '/'
  return `${namespace}${namespace.endsWith(delimiter) ? '' : delimiter}incomingsms`.replace(
    /["\\]/g,
    encodeURIComponent,
  )
}

/** The security key around the text, in Base64: a receiver that unwraps it can be sure that the sender has the key. */
function wrapped(text: string, securityKey: string): string {
  return Buffer.from(`${securityKey}${text}${securityKey}`).toString('base64')
}

/** The body of the JSON handler. */
export function incomingJsonBody(facts: IncomingFacts, clientId: number, sentAt: Date): string {
  return JSON.stringify({
    type: 'incoming_sms',
    timestamp: sentAt.toISOString(),
    data: {
      messageId: String(facts.incomingId),
      from: facts.from,
      to: facts.to,
      message: facts.text,
      receivedAt: facts.receivedAt.toISOString(),
      clientId,
    },
  })
}

/** The body of an opt-out or opt-in webhook, with the keyword in its reported spelling. */
export function subscriptionJsonBody(
  type: SubscriptionEvent,
  facts: IncomingFacts,
  keyword: string,
  clientId: number,
  sentAt: Date,
): string {
  return JSON.stringify({
    type,
    timestamp: sentAt.toISOString(),
    data: {
      from: facts.from,
      to: facts.to,
      message: facts.text,
      keyword,
      messageId: String(facts.incomingId),
      receivedAt: facts.receivedAt.toISOString(),
      clientId,
    },
  })
}

function unixSeconds(time: Date): string {
  return String(Math.floor(time.getTime() / 1000))
}

/** A text as content of an element or of an attribute. What XML 1.0 cannot carry becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
