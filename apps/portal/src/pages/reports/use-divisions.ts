import { useEveryClient } from '../../session/every-client.ts'
import { useMe } from '../../session/session.ts'
import { DIVISIONS, type Division } from './report-search.ts'

/**
 * What the viewer may divide by. Channels, users and campaigns are those of one client, and only those who keep its
 * account know the channels; clients and links are for operators.
 */
export function useDivisions(): readonly Division[] {
  const { role } = useMe()
  const everyClient = useEveryClient()
  const isOffered: Partial<Record<Division, boolean>> = {
    channel: !everyClient && role !== 'user',
    user: !everyClient,
    campaign: !everyClient,
    link: role === 'operator',
    client: role === 'operator' && everyClient,
  }
  return DIVISIONS.filter((division) => isOffered[division] ?? true)
}
