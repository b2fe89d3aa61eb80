/** How the network behaves. */
export interface SmscSettings {
  /** Time from a submit to its answer, 0 for at once. */
  readonly answerAfterMs: number
  /** Whether every submit is kept, for `arrivals`. */
  readonly keepsArrivals?: boolean | undefined
}

/** A submit that the network accepted. */
export interface Arrival {
  /** The number in its text. */
  readonly serial: number
  /** Milliseconds since the epoch with a fraction. */
  readonly atMs: number
  /** The id in the answer. */
  readonly networkId: string
  /** System id of the link. */
  readonly link: string
  /** When it was answered; undefined unless the link was still connected a second later. */
  readonly answeredAtMs: number | undefined
}

/** Counts of what the network received. Messages are distinguished by the number in their text. */
export interface SmscStats {
  readonly submits: number
  /** Different messages. */
  readonly messages: number
  /** Times of the first and last submit, milliseconds since the epoch with a fraction; 0 while there is none. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** The most submits that were ever unanswered on one bind. */
  readonly mostUnanswered: number
  readonly binds: number
  /** Time of the last submit by system id of the link, milliseconds since the epoch with a fraction. */
  readonly lastByLink: ReadonlyMap<string, number>
  readonly receipts: {
    readonly sent: number
    readonly acknowledged: number
    /** Receipts that are not sent yet. */
    readonly waiting: number
  }
  /** User and system time of the process, seconds. */
  readonly cpuSeconds: number
}

/** An SMS that a subscriber sends. */
export interface IncomingOrder {
  readonly from: string
  readonly to: string
  readonly text: string
  /** System id of the link that it is sent over, as soon as that is bound. */
  readonly systemId: string
}

/** Requests to the process, and its answers with the same number. */
export type ToSmsc =
  | { readonly id: number; readonly ask: 'start'; readonly settings: SmscSettings }
  | { readonly id: number; readonly ask: 'stats' }
  /** Submits from now on are answered after this time. */
  | { readonly id: number; readonly ask: 'answer-after'; readonly answerAfterMs: number }
  /** Requests the messages that arrived more than once. */
  | { readonly id: number; readonly ask: 'repeated' }
  /** Requests the submits since the last time in order of arrival, where they are kept; then forgets them. */
  | { readonly id: number; readonly ask: 'arrivals' }
  /** Sends an SMS, repeatedly until it is acknowledged; answered after that. */
  | { readonly id: number; readonly ask: 'incoming'; readonly order: IncomingOrder }

export interface SmscAnswers {
  readonly start: { readonly port: number }
  readonly stats: SmscStats
  readonly 'answer-after': null
  /** How often each message arrived, by number. */
  readonly repeated: ReadonlyMap<number, number>
  readonly arrivals: readonly Arrival[]
  readonly incoming: null
}

export type FromSmsc =
  | { readonly id: number; readonly answer: SmscAnswers[keyof SmscAnswers] }
  | { readonly id: number; readonly failed: string }
