import type { ReceiptStatus } from '@heliograph/contracts'

/** What the network does with a submit. */
export type SubmitBehaviour =
  | { readonly kind: 'take' }
  /** Refused for good. */
  | { readonly kind: 'refuse'; readonly status: string; readonly errorId: number }
  /** Refused as too fast for the first `times` attempts, then taken. */
  | { readonly kind: 'throttle'; readonly status: string; readonly times: number }
  /** Refused for the moment for the first `times` attempts, then taken. */
  | { readonly kind: 'try-later'; readonly status: string; readonly times: number }
  /** Taken; the receipts are passed on before the answer. */
  | { readonly kind: 'receipt-first' }
  /** Taken; the answer is lost. */
  | { readonly kind: 'no-response' }
  /** Taken; the answer comes only after the link has given it up. */
  | { readonly kind: 'late' }
  /** The link drops instead of taking it for the first `times` attempts, then it is taken. */
  | { readonly kind: 'drop-link'; readonly times: number }

/** The content of a message's receipts. */
export interface ReceiptContent {
  readonly status: ReceiptStatus
  /** The state word of a receipt text, SMPP 3.4 appendix B. */
  readonly networkStatus: string
  readonly errorId: number | null
}

/** The outcome of a message, decided only by its recipient. */
export interface Fate {
  /** One sentence for the documentation. */
  readonly description: string
  readonly submit: SubmitBehaviour
  /** Null: no receipt, ever. */
  readonly receipt: ReceiptContent | null
}

const TAKE = { kind: 'take' } as const

const DELIVERED: ReceiptContent = { status: 'delivered', networkStatus: 'DELIVRD', errorId: null }

/** Any recipient without an entry in `FATES`. */
export const ORDINARY_FATE: Fate = { description: 'Delivered.', submit: TAKE, receipt: DELIVERED }

/** Fates by the last three digits of the recipient. Error ids are those of the registry in `@heliograph/messaging`. */
export const FATES: ReadonlyMap<string, Fate> = new Map<string, Fate>([
  [
    '901',
    {
      description: 'Taken; receipt UNDELIV, the subscriber is absent.',
      submit: TAKE,
      receipt: { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 27 },
    },
  ],
  [
    '902',
    {
      description: 'Taken; receipt EXPIRED.',
      submit: TAKE,
      receipt: { status: 'expired', networkStatus: 'EXPIRED', errorId: 4098 },
    },
  ],
  [
    '903',
    {
      description: 'Taken; receipt REJECTD.',
      submit: TAKE,
      receipt: { status: 'rejected', networkStatus: 'REJECTD', errorId: 632 },
    },
  ],
  [
    '904',
    {
      description: 'Refused at submit for good, ESME_RINVDSTADR.',
      submit: { kind: 'refuse', status: 'ESME_RINVDSTADR', errorId: 351 },
      receipt: null,
    },
  ],
  [
    '905',
    {
      description: 'Throttled three times, ESME_RTHROTTLED, then taken and delivered.',
      submit: { kind: 'throttle', status: 'ESME_RTHROTTLED', times: 3 },
      receipt: DELIVERED,
    },
  ],
  ['906', { description: 'Taken; no receipt ever comes.', submit: TAKE, receipt: null }],
  [
    '907',
    {
      description: 'Taken and delivered; the receipt comes before the answer to the submit.',
      submit: { kind: 'receipt-first' },
      receipt: DELIVERED,
    },
  ],
  [
    '908',
    {
      description: 'Refused for the moment twice, ESME_RMSGQFUL, then taken and delivered.',
      submit: { kind: 'try-later', status: 'ESME_RMSGQFUL', times: 2 },
      receipt: DELIVERED,
    },
  ],
  [
    '909',
    {
      description: 'Taken and delivered, but the answer to the submit is lost, at every attempt.',
      submit: { kind: 'no-response' },
      receipt: DELIVERED,
    },
  ],
  [
    '910',
    {
      description:
        'Not taken: the link drops. Everything unanswered on it has an unknown outcome. The next attempt is taken and delivered.',
      submit: { kind: 'drop-link', times: 1 },
      receipt: DELIVERED,
    },
  ],
  [
    '911',
    {
      description: 'Taken and delivered, but the answer to the submit comes a second after the response time-out.',
      submit: { kind: 'late' },
      receipt: DELIVERED,
    },
  ],
])

/** The fate of a message to this recipient (digits). */
export function fateOf(recipient: string): Fate {
  return FATES.get(recipient.slice(-3)) ?? ORDINARY_FATE
}
