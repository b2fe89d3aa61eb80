import type { LinkBases, OutgoingChannel, SendingChannels } from '@heliograph/messaging'

/** A channel with what messages go out from and links in their texts begin with. */
export type SendingChannel = OutgoingChannel & LinkBases

/** What sending needs to know of a user and its client, beside the principal. */
export interface Account extends SendingChannels<SendingChannel> {
  readonly clientId: number
  readonly userId: number
  /** The channel that was given to the user, enabled or not; null: none. */
  readonly ownChannelId: number | null
}
