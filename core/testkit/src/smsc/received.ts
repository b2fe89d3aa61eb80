import type { DataSmPdu, SubmitMultiPdu, SubmitSmPdu } from '@heliograph/smpp'
import type { FakeBind } from './bind.ts'

/** A submit as it arrived, decoded. @stability stable */
export interface ReceivedSubmit {
  readonly bind: FakeBind
  readonly pdu: SubmitSmPdu | DataSmPdu | SubmitMultiPdu
  /** Addresses as sent; for submit_multi the first destination. */
  readonly from: string
  readonly to: string
  /** The text, or the octets in upper-case hexadecimal when `binary`; without the header. */
  readonly text: string
  readonly encoding: 'gsm' | 'ucs2' | 'binary'
  readonly flash: boolean
  /** Octets of the text before decoding, without the header. */
  readonly octets: number
  /** Upper-case hexadecimal without its length octet; null when there is none. */
  readonly userDataHeader: string | null
  /** From the header or from the SAR parameters. */
  readonly segment: ReceivedSegment | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** command_status of the answer; undefined while (or when) there is none. */
  readonly status: number | undefined
  /** The id in the answer; undefined when the submit was not taken. */
  readonly messageId: string | undefined
}

/** @stability stable */
export interface ReceivedSegment {
  readonly reference: number
  readonly total: number
  /** From 1. */
  readonly part: number
}

/** A text that the network has taken, long messages joined. @stability stable */
export interface ReceivedText {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly encoding: ReceivedSubmit['encoding']
  /** In the order of the text. */
  readonly submits: readonly ReceivedSubmit[]
}
