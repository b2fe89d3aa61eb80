import type { IncomingNotice, ReceiptNotice } from '@heliograph/contracts'

/** What an interface needs to write a receipt, kept until a node with the role `webhooks` calls it. */
export interface KeptNotice {
  readonly notice: ReceiptNotice
  readonly context: string
}

export function keepNotice(kept: KeptNotice): string {
  return JSON.stringify(kept)
}

export function readNotice(text: string): KeptNotice {
  const { notice, context } = JSON.parse(text) as KeptNotice
  return { context, notice: { ...notice, acceptedAt: new Date(notice.acceptedAt), at: new Date(notice.at) } }
}

export function keepIncoming(notice: IncomingNotice): string {
  return JSON.stringify(notice)
}

export function readIncoming(text: string): IncomingNotice {
  const notice = JSON.parse(text) as IncomingNotice
  return { ...notice, receivedAt: new Date(notice.receivedAt) }
}
