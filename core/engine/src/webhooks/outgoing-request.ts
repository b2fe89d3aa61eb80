import type { OutboundRequest, ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { receiptRequestFault } from '@heliograph/messaging'
import { readNotice } from './kept-notice.ts'
import type { WebhookRow } from './webhook-statements.ts'

/** Writes receipts in the form of an interface. Throws what the interface throws. */
export type ReceiptWriter = (notice: ReceiptNotice, context: string) => ReceiptRequest

/** What an attempt sends, before it is signed. */
export interface OutgoingRequest extends Pick<OutboundRequest, 'url' | 'headers'> {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An interface could not write the receipt. */
export class ReceiptFormError extends Error {
  override readonly name = 'ReceiptFormError'
  readonly instance: string

  constructor(instance: string, reason: string, cause?: unknown) {
    super(`instance '${instance}' ${reason}`, cause === undefined ? undefined : { cause })
    this.instance = instance
  }
}

/**
 * The request of a webhook: as it was stored, or as its interface writes it. What an earlier attempt has sent is sent again as it was. Throws `ReceiptFormError` when the
 * interface is not here or cannot write it.
 */
export function outgoingRequest(
  webhook: WebhookRow,
  writerOf: (instance: string) => ReceiptWriter | undefined,
): OutgoingRequest {
  const { instance, url, content_type: contentType, body, request } = webhook
  if (request !== null) return JSON.parse(request) as OutgoingRequest
  if (instance === null) return { method: 'POST', url, headers: { 'Content-Type': contentType }, body }
  const write = writerOf(instance)
  if (write === undefined) throw new ReceiptFormError(instance, 'is not on this node, or writes no receipts')
  const written = callWriter(instance, write, body)
  const fault = receiptRequestFault(written)
  if (fault !== undefined) throw new ReceiptFormError(instance, `wrote a receipt that cannot be sent: ${fault}`)
  const { method = 'POST', headers = {} } = written
  return { method, url: written.url ?? url, headers, body: written.body ?? '' }
}

function callWriter(instance: string, write: ReceiptWriter, body: string): ReceiptRequest {
  const { notice, context } = readNotice(body)
  try {
    return write(notice, context)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ReceiptFormError(instance, `could not write the receipt: ${reason}`, error)
  }
}
