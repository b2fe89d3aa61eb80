import type { Channel } from '@heliograph/contracts'

/** What sending needs to know of a user and its client, beside the principal. */
export interface Account {
  readonly clientId: number
  readonly userId: number
  /** The client's enabled channels by address. */
  readonly channels: ReadonlyMap<string, Channel>
  /** Where messages go out that name no channel: the user's own, else the client's default, else its oldest; of the enabled ones. */
  readonly fallback: Channel | undefined
}

/** `channels`: the client's enabled ones, oldest first; `ownChannelId`: the one given to the user. */
export function createAccount(
  clientId: number,
  userId: number,
  channels: readonly Channel[],
  ownChannelId: number | null,
): Account {
  return {
    clientId,
    userId,
    channels: new Map(channels.map((channel) => [channel.address, channel])),
    fallback:
      channels.find((channel) => channel.channelId === ownChannelId) ??
      channels.find((channel) => channel.isDefault) ??
      channels[0],
  }
}

/** The channel a message goes out from: the one named (a number also with a leading `+`), else the fallback. Undefined without any enabled channel. */
export function channelFor(account: Account, from?: string): Channel | undefined {
  if (from === undefined) return account.fallback
  const address = from.startsWith('+') ? from.slice(1) : from
  return account.channels.get(from) ?? account.channels.get(address) ?? account.fallback
}
