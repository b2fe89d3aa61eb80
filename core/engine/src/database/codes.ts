import type { Encoding, PushRequest, ReceiptKind, SubmitMessage } from '@heliograph/contracts'

/** How columns `encoding` store the encoding of a body. */
export const ENCODING_CODES = { gsm: 0, ucs2: 1, binary: 2 } as const satisfies Record<Encoding, number>

const ENCODINGS = Object.keys(ENCODING_CODES) as readonly Encoding[]

export function encodingOf(code: number): Encoding {
  return ENCODINGS[code] ?? 'gsm'
}

/** How columns `push_on` store which final states are pushed over the client's own connection. */
const PUSH_CODES = { every: 0, success: 1, failure: 2 } as const satisfies Record<PushRequest['on'], number>

const PUSHES = Object.keys(PUSH_CODES) as readonly PushRequest['on'][]

/** `push_on` of a message that was joined from segments, each of which has its own value. */
export const PUSH_BY_SEGMENT = 3

export function pushCode(push: PushRequest | undefined): number | null {
  return push === undefined ? null : PUSH_CODES[push.on]
}

/** Undefined for a message without pushes, or whose segments have their own values. */
export function pushOf(code: number | null): PushRequest['on'] | undefined {
  return code === null ? undefined : PUSHES[code]
}

/** Bits of `notify_format`, which determines how the webhook of a receipt is written, and which receipts are sent. */
const FORM = 1
const MESSAGE_ID_AS_REFERENCE = 2
/** For an interface that writes receipts itself: the kinds it does not want. */
const WITHOUT = { delivered: 4, failed: 8, pending: 16 } as const satisfies Record<ReceiptKind, number>

export function notifyCode({
  notifyFormat,
  messageIdAsReference,
}: Pick<SubmitMessage, 'notifyFormat' | 'messageIdAsReference'>): number {
  const form = notifyFormat === 'form' ? FORM : 0
  return form + (messageIdAsReference ? MESSAGE_ID_AS_REFERENCE : 0) + unwantedCode(notifyFormat)
}

function unwantedCode(format: SubmitMessage['notifyFormat']): number {
  if (typeof format !== 'object' || format.on === undefined) return 0
  let code = 0
  for (const [kind, bit] of Object.entries(WITHOUT)) if (!format.on.includes(kind as ReceiptKind)) code += bit
  return code
}

export function notifyOf(code: number): {
  readonly notifyFormat: 'json' | 'form'
  readonly messageIdAsReference: boolean
  wants(kind: ReceiptKind): boolean
} {
  return {
    notifyFormat: (code & FORM) === 0 ? 'json' : 'form',
    messageIdAsReference: (code & MESSAGE_ID_AS_REFERENCE) !== 0,
    wants: (kind) => (code & WITHOUT[kind]) === 0,
  }
}
