import type { Encoding, PushRequest, ReceiptKind, SubmitMessage } from '@heliograph/contracts'

/** How columns `encoding` store the encoding of a body. */
export const ENCODING_CODES = { gsm: 0, ucs2: 1, binary: 2 } as const satisfies Record<Encoding, number>

const ENCODINGS = Object.keys(ENCODING_CODES) as readonly Encoding[]

export function encodingOf(code: number): Encoding {
  return ENCODINGS[code] ?? 'gsm'
}

/** How columns `push_on` store which final states are pushed over the client's own connection. */
const PUSH_CODES = { every: 0, success: 1, failure: 2, none: 4 } as const satisfies Record<PushRequest['on'], number>

const PUSHES = new Map<number, PushRequest['on']>(
  Object.entries(PUSH_CODES).map(([on, code]) => [code, on as PushRequest['on']]),
)

/** `push_on` of a message that was joined from segments, each of which has its own value. */
export const PUSH_BY_SEGMENT = 3

export function pushCode(push: PushRequest | undefined): number | null {
  return push === undefined ? null : PUSH_CODES[push.on]
}

/** Undefined for a message without pushes, or whose segments have their own values. */
export function pushOf(code: number | null): PushRequest['on'] | undefined {
  return code === null ? undefined : PUSHES.get(code)
}

/** Bits of `notify_format`, which determines how the webhook of a receipt is written, and which receipts are sent. */
const FORM = 1
const MESSAGE_ID_AS_REFERENCE = 2
/** For an interface that writes receipts itself: the kinds it does not want ... */
const WITHOUT = { delivered: 4, failed: 8, pending: 16 } as const satisfies Record<Exclude<ReceiptKind, 'read'>, number>
/** ... and whether it wants to be notified of reads. */
const READ = 128
/** Receipts of messages with the same form may go in one request. */
const TOGETHER = 256
/** That a network has taken the message is told by the webhook, and over the client's own connection. */
const SENT_WEBHOOK = 32
const SENT_PUSH = 64
/** Either of them. */
export const TELLS_SENT = 96

/** Whether the client of a message wants to be told that a network has taken it. */
export function tellsSent(code: number): boolean {
  return (code & TELLS_SENT) !== 0
}

/** `sentReceipt`: whether the webhook is also called when a network has taken the message. */
export function notifyCode(
  { notifyFormat, messageIdAsReference, push }: Pick<SubmitMessage, 'notifyFormat' | 'messageIdAsReference' | 'push'>,
  sentReceipt: boolean,
): number {
  const form = notifyFormat === 'form' ? FORM : 0
  const sent = (sentReceipt ? SENT_WEBHOOK : 0) + (push?.sent ? SENT_PUSH : 0)
  return form + (messageIdAsReference ? MESSAGE_ID_AS_REFERENCE : 0) + ownFormCode(notifyFormat) + sent
}

function ownFormCode(format: SubmitMessage['notifyFormat']): number {
  if (typeof format !== 'object') return 0
  let code = format.together ? TOGETHER : 0
  if (format.on === undefined) return code
  for (const [kind, bit] of Object.entries(WITHOUT)) if (!format.on.includes(kind as ReceiptKind)) code += bit
  if (format.on.includes('read')) code += READ
  return code
}

export function notifyOf(code: number): {
  readonly notifyFormat: 'json' | 'form'
  readonly messageIdAsReference: boolean
  readonly sentReceipt: boolean
  readonly sentPush: boolean
  readonly together: boolean
  wants(kind: ReceiptKind): boolean
} {
  return {
    notifyFormat: (code & FORM) === 0 ? 'json' : 'form',
    messageIdAsReference: (code & MESSAGE_ID_AS_REFERENCE) !== 0,
    sentReceipt: (code & SENT_WEBHOOK) !== 0,
    sentPush: (code & SENT_PUSH) !== 0,
    together: (code & TOGETHER) !== 0,
    wants: (kind) => (kind === 'read' ? (code & READ) !== 0 : (code & WITHOUT[kind]) === 0),
  }
}
