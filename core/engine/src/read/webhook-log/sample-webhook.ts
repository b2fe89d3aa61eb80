import type { ChannelRecord, WebhookKind, WebhookRequest } from '@heliograph/contracts'
import {
  type IncomingFacts,
  incomingJsonBody,
  OPT_IN_KEYWORD,
  OPT_OUT_KEYWORDS,
  subscriptionJsonBody,
} from '@heliograph/messaging'
import { CONTENT_TYPES, formatReceiptBody } from '../../notify/notifications/receipt-body.ts'
import { plainRequest } from '../../notify/webhooks/outgoing-request.ts'
import type { WebhookForm } from '../../notify/webhooks/webhook.ts'

/** A number that belongs to no one (reserved for fiction by the North American Numbering Plan). */
const NOBODY = '12025550100'

/** The URL of a channel for a kind of webhook; null when it has none. */
export function webhookUrlOf(channel: ChannelRecord, kind: WebhookKind): string | null {
  switch (kind) {
    case 'dlr':
      return channel.dlrUrl
    case 'incoming':
      return channel.incomingUrl
    case 'opt-out':
      return channel.optOutUrl
    case 'opt-in':
      return channel.optInUrl
  }
}

export interface SampleTools {
  readonly at: Date
  /** For GET and SOAP. */
  readonly securityKey: string
  readonly soapNamespace: string
}

/**
 * Makes the request of a webhook for an event that never happened, before it is signed. GET and SOAP are not signed;
 * they contain the security key.
 */
export function sampleWebhook(
  channel: ChannelRecord,
  kind: WebhookKind,
  url: string,
  { at, securityKey, soapNamespace }: SampleTools,
): WebhookRequest & { readonly isSigned: boolean } {
  const { address, clientId, incomingHandler } = channel
  const facts = (text: string): IncomingFacts => ({ incomingId: 0, from: NOBODY, to: address, text, receivedAt: at })
  const request = (body: string, form: WebhookForm | null = null, test: IncomingFacts | null = null) => ({
    ...plainRequest({ form, url, contentType: CONTENT_TYPES.json, body }, test, securityKey, soapNamespace),
    isSigned: form === null,
  })
  switch (kind) {
    case 'dlr':
      return request(formatReceiptBody(sampleReceipt(channel, at), at, 'json'))
    case 'opt-out':
      return request(subscriptionJsonBody('opt_out', facts('STOP'), OPT_OUT_KEYWORDS[0] as string, clientId, at))
    case 'opt-in':
      return request(subscriptionJsonBody('opt_in', facts('JOIN'), OPT_IN_KEYWORD, clientId, at))
    case 'incoming': {
      const test = facts('This is a test.')
      const form = incomingHandler === 'get' || incomingHandler === 'soap' ? incomingHandler : null
      return request(incomingJsonBody(test, clientId, at), form, test)
    }
  }
}

function sampleReceipt({ address, clientId }: ChannelRecord, at: Date) {
  return {
    smsId: 0,
    networkId: null,
    recipient: NOBODY,
    channel: address,
    status: 'DELIVERED',
    statusCode: 2,
    statusDescription: 'This is a test',
    deliveredAt: at,
    clientId,
    reference: null,
    metadata: null,
  }
}
