import type { FigureDivision, PeriodCount, Principal } from '@heliograph/contracts'
import { errorById, mainCountryOf } from '@heliograph/messaging'
import type { PortalServices } from '../../services.ts'

type NameOf = (count: Pick<PeriodCount, 'key' | 'name'>) => string | null

/** What the keys of a division mean. */
export async function namesOf(
  { accounts }: PortalServices,
  principal: Principal,
  by: FigureDivision | undefined,
): Promise<NameOf> {
  const { clientId, role } = principal
  switch (by) {
    case 'error':
      return ({ key }) => errorById(Number(key))?.description ?? null
    case 'calling-code':
      return ({ key }) => mainCountryOf(key ?? '') ?? null
    case 'campaign':
      return ({ name }) => name
    case 'channel': {
      // Only those who keep the account may list its channels.
      const channels = role === 'user' ? [] : await accounts.channels(principal, clientId)
      return namedBy(channels.map(({ channelId, address }) => [channelId, address]))
    }
    case 'user':
      return namedBy((await accounts.users(principal, clientId)).map(({ userId, email }) => [userId, email]))
    case 'client':
      return namedBy((await accounts.clients(principal)).map((client) => [client.clientId, client.name]))
    default:
      return () => null
  }
}

function namedBy(named: readonly (readonly [id: number, name: string])[]): NameOf {
  const names = new Map(named)
  return ({ key }) => names.get(Number(key)) ?? null
}
