import type { Channel } from '@heliograph/contracts'

/** The channels a user may send from. */
export interface SendingChannels<C extends Channel = Channel> {
  /** The client's enabled channels by address. */
  readonly channels: ReadonlyMap<string, C>
  /** Where messages go out that name no channel; undefined without any enabled channel. */
  readonly fallback: C | undefined
}

/**
 * The fallback is the user's own channel, else the client's default, else its oldest.
 *
 * @param enabled the client's enabled channels, oldest first
 * @param ownChannelId the one given to the user
 */
export function sendingChannels<C extends Channel>(
  enabled: readonly C[],
  ownChannelId: number | null,
): SendingChannels<C> {
  return {
    channels: new Map(enabled.map((channel) => [channel.address, channel])),
    fallback:
      enabled.find((channel) => channel.channelId === ownChannelId) ??
      enabled.find((channel) => channel.isDefault) ??
      enabled[0],
  }
}

/** The channel a message goes out from: the one it names (a number also with a leading `+`), else the fallback. */
export function chooseChannel<C extends Channel>(
  { channels, fallback }: SendingChannels<C>,
  from?: string,
): C | undefined {
  if (from === undefined) return fallback
  const address = from.startsWith('+') ? from.slice(1) : from
  return channels.get(from) ?? channels.get(address) ?? fallback
}
