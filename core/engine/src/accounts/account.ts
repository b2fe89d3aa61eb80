import type { LinkBases, OutgoingChannel, SendingChannels } from '@heliograph/messaging'

/** A channel with the sender of its messages and the bases of the links in their texts. */
export type SendingChannel = OutgoingChannel & LinkBases

/** What sending needs from a user and its client, besides the principal. */
export interface Account extends SendingChannels<SendingChannel> {
  readonly clientId: number
  readonly userId: number
  /** The channel assigned to the user, enabled or not; null: none. */
  readonly ownChannelId: number | null
}
