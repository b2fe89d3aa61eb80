/** How the network meets one part. `no-answer`: whether it was taken stays unknown. */
export type NetworkMeeting =
  | 'taken'
  | 'receipt-first'
  | 'receipt-twice'
  | 'no-answer'
  | 'refused'
  | 'throttled'
  | 'try-later'

/** An SMS on its way to the carrier. */
export interface NetworkSms {
  readonly from: string
  readonly to: string
  /** Longer ones come in parts. */
  readonly text: string
  /** Numbers of the parts (from 1) in the order they are to come. */
  readonly order?: readonly number[] | undefined
}

/** What the carrier said to one part of an SMS. */
export interface NetworkSmsPart {
  readonly isAcknowledged: boolean
  /** Times the carrier said that it could not take it. */
  readonly refusals: number
}

/** The network behind a carrier under test, a real peer that the kit can tell what to do. `smscNetwork` makes one of the fake SMSC. */
export interface CarrierNetwork {
  /** Forgets all that was before, cuts its connections and meets everything as it did at first. */
  reset(): Promise<void>
  /** The next parts are met so, one each. */
  meet(...meetings: readonly NetworkMeeting[]): void
  /** Messages it took since the reset, parts put together. */
  readonly taken: readonly { readonly to: string; readonly text: string }[]
  /** Parts that came and were not answered yet. */
  readonly unanswered: number
  /** Connections of the carrier that it has let in and that have not ended. */
  readonly connections: number
  /** Receipts and SMS that the carrier has not acknowledged. */
  readonly unacknowledged: number
  /** Sends an SMS; parts that are refused come again after a while. */
  send(sms: NetworkSms): readonly NetworkSmsPart[]
  /** Cuts every connection. */
  cut(): void
}
