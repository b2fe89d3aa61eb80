import type { LinkBases, OutgoingChannel, QuietCheck, SendingChannels } from '@heliograph/messaging'

/** A channel with the sender of its messages and the bases of the links in their texts. */
export type SendingChannel = OutgoingChannel & LinkBases

/** Who sends: a user, and the client it acts for. */
export interface AccountOwner {
  readonly clientId: number
  readonly userId: number
}

/** What sending needs from a user and its client, besides the principal. */
export interface Account extends AccountOwner, SendingChannels<SendingChannel> {
  /** The channel assigned to the user, enabled or not; null: none. */
  readonly ownChannelId: number | null
  /** Null: the client has no quiet hours. */
  readonly quiet: QuietCheck | null
}
