import { type ChannelRecord, GatewayError, type Principal } from '@heliograph/contracts'
import type { PortalContext } from '../../services.ts'

/** A channel of the principal's client. Throws `not-found`/`channel-not-found`. */
export async function findChannel(
  { services }: PortalContext,
  principal: Principal,
  channelId: number,
): Promise<ChannelRecord> {
  const channels = await services.accounts.channels(principal, principal.clientId)
  const found = channels.find((channel) => channel.channelId === channelId)
  if (found === undefined) throw new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
  return found
}
