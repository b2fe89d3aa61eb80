import type { Encoding, Priority } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { PushRequest } from './submissions.ts'

/** One segment of a long message, from a client that splits its texts itself. @stability stable */
export interface SubmitSegment {
  /** The interface, as in `SubmitRequest`. */
  readonly origin: string
  readonly priority: Priority
  /** The recipient as the client wrote it, international digits. */
  readonly to: string
  /** Concatenation reference, the number of segments, and which of them this is (from 1). */
  readonly reference: number
  readonly total: number
  readonly part: number
  /** The text of this segment alone; octets in hexadecimal when `binary`. */
  readonly text: string
  readonly encoding: Encoding
  /**
   * The header it came with, in hexadecimal without its length octet; segments of an incomplete message go out with it.
   */
  readonly userDataHeader: string
  readonly flash: boolean
  readonly sendAt?: Date | undefined
  readonly validitySeconds?: number | undefined
  readonly push?: PushRequest | undefined
}

/**
 * Joins the segments of clients that split long texts themselves.
 *
 * Each segment gets an id of its own at once. When all have arrived (by any session of the user, on any node), they go
 * out as one message with the id of the first; the other ids are aliases of it in reports, query and cancel, and each
 * segment that asked for a receipt gets one. Segments that are still incomplete after 60 s go out as they came.
 * @stability stable
 */
export interface Segments {
  /**
   * Resolves after the segment is in the database. Throws `GatewayError`: `invalid`/`bad-number`,
   * `invalid`/`expires-first` when its validity ends before quiet hours do, `forbidden`/`opted-out`,
   * `forbidden`/`no-channel`, `forbidden`/`no-credit`, `unavailable`.
   */
  add(principal: Principal, segment: SubmitSegment): Promise<{ readonly smsId: number }>
}

export const Segments: ServiceToken<Segments> = defineService('heliograph.segments')
