/** How the network behaves. */
export interface SmscSettings {
  /** Time from a submit to its answer, 0 for at once. */
  readonly answerAfterMs: number
  /** Every submit is kept, for `arrivals`. */
  readonly keepsArrivals?: boolean | undefined
}

/** A submit that was taken. */
export interface Arrival {
  /** The number in its text. */
  readonly serial: number
  /** Milliseconds since the epoch with a fraction. */
  readonly atMs: number
  /** The id in the answer. */
  readonly networkId: string
}

/** What has come to the network. Messages are told apart by the number in their text. */
export interface SmscStats {
  readonly submits: number
  /** Different messages. */
  readonly messages: number
  /** First and last submit, milliseconds since the epoch with a fraction; 0 while there is none. */
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** The most submits that were ever unanswered on one bind. */
  readonly mostUnanswered: number
  readonly binds: number
  readonly receipts: {
    readonly sent: number
    readonly acknowledged: number
    /** Not sent yet. */
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
  /** The link it goes by, as soon as that is bound. */
  readonly systemId: string
}

/** Requests to the process, and its answers with the same number. */
export type ToSmsc =
  | { readonly id: number; readonly ask: 'start'; readonly settings: SmscSettings }
  | { readonly id: number; readonly ask: 'stats' }
  /** The messages that came more than once. */
  | { readonly id: number; readonly ask: 'repeated' }
  /** All submits in the order they came, where they are kept. */
  | { readonly id: number; readonly ask: 'arrivals' }
  /** Answered once it has been acknowledged; until then it is sent again and again. */
  | { readonly id: number; readonly ask: 'incoming'; readonly order: IncomingOrder }

export interface SmscAnswers {
  readonly start: { readonly port: number }
  readonly stats: SmscStats
  /** How often each came, by number. */
  readonly repeated: ReadonlyMap<number, number>
  readonly arrivals: readonly Arrival[]
  readonly incoming: null
}

export type FromSmsc =
  | { readonly id: number; readonly answer: SmscAnswers[keyof SmscAnswers] }
  | { readonly id: number; readonly failed: string }
