import { createHash } from 'node:crypto'
import type { Channel, ChannelSettings, Sender } from '@heliograph/contracts'

/** A channel with the number that its messages go out from, where that is another one; absent means null. */
export type OutgoingChannel = Channel & Partial<Pick<ChannelSettings, 'outgoingNumber'>>

/** The channels a user may send from. */
export interface SendingChannels<C extends OutgoingChannel = OutgoingChannel> {
  /** The client's enabled channels by address, and by the number their messages go out from. */
  readonly channels: ReadonlyMap<string, C>
  /** The channel for messages that name none; undefined when no channel is enabled. */
  readonly fallback: C | undefined
}

/**
 * The fallback is the user's own channel, else the client's default, else its oldest.
 *
 * @param enabled the client's enabled channels, oldest first
 * @param ownChannelId the channel assigned to the user
 */
export function sendingChannels<C extends OutgoingChannel>(
  enabled: readonly C[],
  ownChannelId: number | null,
): SendingChannels<C> {
  return {
    channels: new Map([...enabled.map(bySender), ...enabled.map(byAddress)]),
    fallback:
      enabled.find((channel) => channel.channelId === ownChannelId) ??
      enabled.find((channel) => channel.isDefault) ??
      enabled[0],
  }
}

/** The channel that a message goes out from: the one it names (a number may have a leading `+`), else the fallback. */
export function chooseChannel<C extends OutgoingChannel>(
  { channels, fallback }: SendingChannels<C>,
  from?: string,
): C | undefined {
  if (from === undefined) return fallback
  const address = from.startsWith('+') ? from.slice(1) : from
  return channels.get(from) ?? channels.get(address) ?? fallback
}

/** The sender that handsets show for messages of a channel. */
export function senderOf({ address, outgoingNumber }: Pick<OutgoingChannel, 'address' | 'outgoingNumber'>): string {
  return outgoingNumber ?? address
}

/** The senders that a user may choose from, oldest channel first. */
export function sendersOf({ channels, fallback }: SendingChannels): readonly Sender[] {
  const each = new Map([...channels.values()].map((channel) => [channel.channelId, channel]))
  return [...each.values()]
    .sort((one, other) => one.channelId - other.channelId)
    .map((channel) => ({
      channelId: channel.channelId,
      address: channel.address,
      shownAs: senderOf(channel),
      kind: channel.kind,
      isDefault: channel.channelId === fallback?.channelId,
    }))
}

/**
 * The sender of a pool that a recipient gets its messages from, always the same: a sender that joins or leaves the pool
 * moves no recipients but its own. Undefined for an empty pool.
 *
 * @param recipient E.164 digits
 */
export function senderForRecipient(senders: readonly string[], recipient: string): string | undefined {
  let best: string | undefined
  let most = -1
  for (const sender of senders) {
    const weight = createHash('sha256').update(`${sender} ${recipient}`).digest().readUInt32BE(0)
    if (weight > most) [best, most] = [sender, weight]
  }
  return best
}

function bySender<C extends OutgoingChannel>(channel: C): [string, C] {
  return [senderOf(channel), channel]
}

function byAddress<C extends OutgoingChannel>(channel: C): [string, C] {
  return [channel.address, channel]
}
