import type { SendingChannels } from '@heliograph/messaging'

/** What sending needs to know of a user and its client, beside the principal. */
export interface Account extends SendingChannels {
  readonly clientId: number
  readonly userId: number
  /** The channel that was given to the user, enabled or not; null: none. */
  readonly ownChannelId: number | null
}
