import { describeOutcome, reasonOf, type TriedConnections, tryConnections } from '@heliograph/engine'
import type { DatabaseServer } from '../database.ts'
import { remedyFor } from '../database-error.ts'
import type { UrlSetting } from '../pooler-remedy.ts'
import { checkWays, hasTwoWays } from './check-ways.ts'
import { bad, type Finding, good, warn } from './finding.ts'

/** Opens every kind of connection that a node has: what passes here also starts. */
export async function checkConnections(server: DatabaseServer): Promise<readonly Finding[]> {
  const { url, directUrl, isPooled } = server
  let setting: UrlSetting = 'database.directUrl'
  try {
    const direct = hasTwoWays(server) ? await tryConnections(directUrl) : undefined
    setting = 'database.url'
    const tried = await tryConnections(url, isPooled)
    return [
      ...judgeWay(tried, setting),
      ...(direct === undefined ? [] : judgeWay(direct, 'database.directUrl')),
      ...(await checkWays(server)),
    ]
  } catch (error) {
    return [bad('database', `${setting} cannot be used: ${reasonOf(error)}`, remedyFor(error, setting))]
  }
}

/** What is known of a way once connections have been tried: encryption, and hosts if it names several. */
export function judgeWay(tried: TriedConnections, setting: UrlSetting): readonly Finding[] {
  return [judgeEncryption(tried, setting), ...judgeHosts(tried)]
}

function judgeEncryption({ tls, isLocalSocket }: TriedConnections, setting: UrlSetting): Finding {
  if (isLocalSocket) return good('encryption', 'none, on a local socket')
  return good('encryption', tls ?? `none; sslmode in ${setting} turns it on`)
}

/** The hosts beside the one that is used: after a failover they are needed. */
function judgeHosts({ outcomes }: TriedConnections): readonly Finding[] {
  if (outcomes.length === 0) return []
  const states = outcomes.map(describeOutcome).join('; ')
  if (outcomes.every((outcome) => 'facts' in outcome)) return [good('hosts', states)]
  return [warn('hosts', states, 'Mend the ones that fail, or nothing may take over when another one does.')]
}
