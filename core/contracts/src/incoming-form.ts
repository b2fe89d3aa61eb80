/** An incoming SMS, for the interface that hands it to the client's server. @stability experimental */
export interface IncomingNotice {
  readonly incomingId: number
  readonly clientId: number
  /** Digits without `+`, or an alphanumeric sender. */
  readonly from: string
  /** The number of the channel, digits. */
  readonly to: string
  readonly text: string
  readonly receivedAt: Date
  /** The `incomingUrl` of the channel. */
  readonly url: string
}

/** What the client's server answered. @stability experimental */
export interface IncomingReply {
  readonly status: number
  /** As sent; undefined when there was none. */
  readonly contentType: string | undefined
  /** Its beginning, at most 64 KiB. */
  readonly body: string
}
