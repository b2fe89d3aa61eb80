import type { IncomingNotice, ReceiptNotice } from '@heliograph/contracts'

/**
 * What an interface needs to write the receipts of one request, kept until a node with the role `webhooks` calls it.
 */
export interface KeptNotices {
  /** At least one. */
  readonly notices: readonly ReceiptNotice[]
  readonly context: string
}

/** As it is stored. */
type Stored = { readonly notice: ReceiptNotice; readonly context: string } | KeptNotices

export function keepNotices({ notices, context }: KeptNotices): string {
  const [notice] = notices
  return JSON.stringify(notices.length === 1 ? { notice, context } : { notices, context })
}

export function readNotices(text: string): KeptNotices {
  const stored = JSON.parse(text) as Stored
  const notices = 'notices' in stored ? stored.notices : [stored.notice]
  return { context: stored.context, notices: notices.map(withTimes) }
}

function withTimes(notice: ReceiptNotice): ReceiptNotice {
  return { ...notice, acceptedAt: new Date(notice.acceptedAt), at: new Date(notice.at) }
}

export function keepIncoming(notice: IncomingNotice): string {
  return JSON.stringify(notice)
}

export function readIncoming(text: string): IncomingNotice {
  const notice = JSON.parse(text) as IncomingNotice
  return { ...notice, receivedAt: new Date(notice.receivedAt) }
}
