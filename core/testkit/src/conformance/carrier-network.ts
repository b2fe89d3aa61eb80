/**
 * How the network treats one part. `late`: it is taken, and the answer comes with `answerLate`. `no-answer`: whether
 * the part was taken remains unknown.
 * @stability stable
 */
export type NetworkMeeting =
  | 'taken'
  | 'receipt-first'
  | 'receipt-twice'
  | 'late'
  | 'no-answer'
  | 'refused'
  | 'throttled'
  | 'try-later'

/** An SMS on its way to the carrier. @stability stable */
export interface NetworkSms {
  readonly from: string
  readonly to: string
  /** A long text is sent in parts. */
  readonly text: string
  /** Numbers of the parts (from 1) in the order they are sent. */
  readonly order?: readonly number[] | undefined
}

/** What the carrier answered to one part of an SMS. @stability stable */
export interface NetworkSmsPart {
  readonly isAcknowledged: boolean
  /** How often the carrier answered that it could not take the part. */
  readonly refusals: number
}

/**
 * The network behind a carrier under test: a real peer that the kit controls. `smscNetwork` makes one from the fake
 * SMSC.
 * @stability stable
 */
export interface CarrierNetwork {
  /** Forgets everything, cuts its connections and treats every part as it did at first. */
  reset(): Promise<void>
  /** Treats the next parts as given, one each. */
  meet(...meetings: readonly NetworkMeeting[]): void
  /** Messages it has taken since the reset, with their parts joined. */
  readonly taken: readonly { readonly to: string; readonly text: string }[]
  /** Parts that arrived and have not been answered yet. */
  readonly unanswered: number
  /** Connections of the carrier that it has accepted and that have not ended. */
  readonly connections: number
  /** Receipts and SMS that the carrier has not acknowledged. */
  readonly unacknowledged: number
  /** Sends an SMS; refused parts are sent again after a while. */
  send(sms: NetworkSms): readonly NetworkSmsPart[]
  /** Answers the parts that were met by `late`. */
  answerLate(): void
  /** Cuts every connection. */
  cut(): void
}
