/** What a delivery receipt says (specification, "Delivery receipt webhook"). */
export interface Receipt {
  readonly smsId: number
  /** The network's id, null when it gave none. */
  readonly networkId: string | null
  readonly recipient: string
  readonly channel: string
  readonly status: string
  readonly statusCode: number
  readonly statusDescription: string
  /** When it was delivered or failed, null while neither. */
  readonly deliveredAt: Date | null
  readonly clientId: number
  readonly reference: string | null
  /** JSON; null: none were given, and the receipt has no such field. */
  readonly metadata: string | null
}

/**
 * JSON, or the same fields as a form: `type`, `timestamp` and the names under `data` without a prefix, in this order;
 * null is empty, and metadata are JSON.
 */
export type ReceiptFormat = 'json' | 'form'

export const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const satisfies Record<ReceiptFormat, string>

/** The body of a delivery-receipt webhook, first sent at `timestamp`. */
export function formatReceiptBody(receipt: Receipt, timestamp: Date, format: ReceiptFormat): string {
  const type = 'delivery_receipt'
  const sentAt = timestamp.toISOString()
  const data = {
    messageId: String(receipt.smsId),
    externalId: receipt.networkId,
    mobile: receipt.recipient,
    channel: receipt.channel,
    status: receipt.status,
    statusCode: receipt.statusCode,
    statusDescription: receipt.statusDescription,
    deliveredAt: receipt.deliveredAt?.toISOString() ?? null,
    clientId: receipt.clientId,
    reference: receipt.reference,
  }
  const { metadata } = receipt
  if (format === 'form') return formatForm({ type, timestamp: sentAt, ...data, ...(metadata !== null && { metadata }) })
  const all = metadata === null ? data : { ...data, metadata: JSON.parse(metadata) as unknown }
  return JSON.stringify({ type, timestamp: sentAt, data: all })
}

function formatForm(fields: Readonly<Record<string, string | number | null>>): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) form.append(name, value === null ? '' : String(value))
  return form.toString()
}
