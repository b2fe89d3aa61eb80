import type {
  IncomingNotice,
  IncomingReply,
  ReceiptNotice,
  ReceiptRequest,
  ReceiptSignature,
} from '@heliograph/contracts'
import { type IncomingFacts, incomingGetUrl, incomingSoapRequest, receiptRequestFault } from '@heliograph/messaging'
import type { Secrets } from './channel-secrets.ts'
import { readIncoming, readNotices } from './kept-notice.ts'
import type { Webhook } from './webhook.ts'

/** Writes receipts in the form of an interface. Throws what the interface throws. */
export type ReceiptWriter = (notice: ReceiptNotice, context: string) => ReceiptRequest

/** The same for several that go in one request. */
export type ReceiptsWriter = (notices: readonly ReceiptNotice[], context: string) => ReceiptRequest

/** Hands over incoming SMS in the form of an interface. Throws what the interface throws. */
export interface IncomingWriter {
  readonly write: (notice: IncomingNotice) => ReceiptRequest
  /** The text for the contact; null for none. */
  readonly readReply: (reply: IncomingReply) => string | null
}

/** What a request is made of besides the webhook itself. */
export interface RequestMaterials {
  readonly secrets: Secrets
  /** The incoming SMS that it reports, where the request is written from it. */
  readonly facts: IncomingFacts | null
}

export interface RequestWriters {
  /** Returns what writes the receipts of an instance's messages; undefined when the instance is not on this node. */
  readonly writerOf: (instance: string) => ReceiptWriter | undefined
  /** The same for several receipts in one request. */
  readonly manyOf?: ((instance: string) => ReceiptsWriter | undefined) | undefined
  /** The same for incoming SMS. */
  readonly incomingOf?: ((instance: string) => IncomingWriter | undefined) | undefined
  readonly soapNamespace: string
}

/** What an attempt sends, before it is signed. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The text that an answer must consist of; absent: any 2xx will do. */
  readonly acknowledgement?: string | undefined
  /** One that its interface wants besides those of the gateway. */
  readonly signature?: ReceiptSignature | undefined
}

/** An interface could not write the receipt, or the incoming SMS. */
export class ReceiptFormError extends Error {
  override readonly name = 'ReceiptFormError'
  readonly instance: string

  constructor(instance: string, reason: string, cause?: unknown) {
    super(`instance '${instance}' ${reason}`, cause === undefined ? undefined : { cause })
    this.instance = instance
  }
}

/**
 * The request of a webhook: as it was stored, or as its form or interface writes it. What an interface wrote for an
 * earlier attempt is sent again unchanged; the other forms come out the same each time. Throws `ReceiptFormError` when
 * the interface is not on this node or cannot write it.
 */
export function outgoingRequest(
  webhook: Webhook,
  { secrets: [secret], facts }: RequestMaterials,
  writers: RequestWriters,
): OutgoingRequest {
  const { form, instance, kind, url, request } = webhook
  if (request !== null) return JSON.parse(request) as OutgoingRequest
  if (form !== null || instance === null) return plainRequest(webhook, facts, secret, writers.soapNamespace)
  const written = callWriter(instance, nameOf(kind), writeBy(webhook, instance, writers))
  const fault = receiptRequestFault(written)
  if (fault !== undefined) throw new ReceiptFormError(instance, `wrote ${nameOf(kind)} that cannot be sent: ${fault}`)
  const { acknowledgement, method = 'POST', headers = {}, signature } = written
  return { method, url: written.url ?? url, headers, body: written.body ?? '', acknowledgement, signature }
}

/**
 * The request of a webhook that no interface writes: in its form, or else a POST of what is stored.
 *
 * @param facts the incoming SMS that it reports; not null where there is a form
 */
export function plainRequest(
  { form, url, contentType, body }: Pick<Webhook, 'form' | 'url' | 'contentType' | 'body'>,
  facts: IncomingFacts | null,
  securityKey: string,
  soapNamespace: string,
): OutgoingRequest {
  if (form === 'get')
    return { method: 'GET', url: incomingGetUrl(url, facts as IncomingFacts, securityKey), headers: {}, body: '' }
  if (form === 'soap')
    return { method: 'POST', url, ...incomingSoapRequest(facts as IncomingFacts, securityKey, soapNamespace) }
  return { method: 'POST', url, headers: { 'Content-Type': contentType }, body }
}

/** What an interface writes, for people. */
const nameOf = (kind: Webhook['kind']) => (kind === 'incoming' ? 'an incoming SMS' : 'a receipt')

/** What writes the request of a webhook, by its kind. */
function writeBy({ kind, body }: Webhook, instance: string, writers: RequestWriters): () => ReceiptRequest {
  if (kind === 'incoming') {
    const writer = writers.incomingOf?.(instance)
    if (writer === undefined) throw new ReceiptFormError(instance, 'is not on this node, or writes no incoming SMS')
    return () => writer.write(readIncoming(body))
  }
  const { notices, context } = readNotices(body)
  const [notice] = notices
  if (notices.length === 1) {
    const write = writers.writerOf(instance)
    if (write === undefined) throw new ReceiptFormError(instance, 'is not on this node, or writes no receipts')
    return () => write(notice as ReceiptNotice, context)
  }
  const write = writers.manyOf?.(instance)
  if (write === undefined) throw new ReceiptFormError(instance, 'is not on this node, or writes no receipts together')
  return () => write(notices, context)
}

function callWriter(instance: string, what: string, write: () => ReceiptRequest): ReceiptRequest {
  try {
    return write()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReceiptFormError(instance, `could not write ${what}: ${reason}`, error)
  }
}
