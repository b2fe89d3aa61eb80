import type { NetworkReceipt } from '@heliograph/contracts'
import type { AcceptRow, ResultRecord } from '@heliograph/engine/statements'
import { recipientOf, textOf } from '../generator/request-template.ts'
import type { Sender } from './job.ts'

const CARRIER = 'smsc'
const LINK = `${CARRIER}/main`

/** A single send as `v2` prepares it. */
export function rowOf(smsId: number, { clientId, userId, channelId }: Sender, acceptedAt: number): AcceptRow {
  return {
    smsId,
    recipient: recipientOf(smsId),
    messageId: null,
    entry: 0,
    textId: null,
    template: {
      clientId,
      userId,
      channelId,
      sender: '27820001234',
      body: textOf(smsId),
      encoding: 0,
      parts: 1,
      priority: 10,
      flash: false,
      receiptWebhook: true,
      notifyFormat: 0,
      origin: 'v2',
      requestId: 'k3v9q0tx7mzd',
      route: 'default',
      bulkId: null,
      speedId: null,
      reference: null,
      metadata: null,
      notifyUrl: null,
      notifyInstance: null,
      notifyContext: null,
      acceptedAt,
      sendAt: null,
      validitySeconds: 172_800,
      pricePerPart: null,
      userDataHeader: null,
      deliveryWindow: null,
      pushOn: null,
      pushContext: null,
      pushGroup: null,
      isUnblocked: false,
    },
  }
}

/** The network took the message at once. */
export function answerTo({ smsId }: AcceptRow, at: number): ResultRecord {
  const part = { part: 1, networkId: String(smsId), state: 'submitted', networkStatus: null, errorId: null } as const
  return {
    smsId,
    attempt: 1,
    series: 1,
    state: 'submitted',
    carrier: CARRIER,
    link: LINK,
    parts: [part],
    networkStatus: null,
    errorId: null,
    at,
    isOpened: false,
  }
}

/** The network reports it as delivered. */
export function receiptOf({ smsId, recipient }: AcceptRow, at: number): NetworkReceipt {
  return {
    carrier: CARRIER,
    link: 'main',
    networkId: String(smsId),
    to: recipient,
    status: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    doneAt: new Date(at),
  }
}
