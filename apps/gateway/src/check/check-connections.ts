import { describeOutcome, reasonOf, type TriedConnections, tryConnections } from '@heliograph/engine'
import type { DatabaseServer } from '../database.ts'
import { remedyFor } from '../database-error.ts'
import type { UrlSetting } from '../pooler-remedy.ts'
import { checkPoolers, hasSecondUrl } from './check-poolers.ts'
import { bad, type Finding, good, warn } from './finding.ts'

/** Opens every kind of connection that a node has: what passes here also starts. */
export async function checkConnections(server: DatabaseServer): Promise<readonly Finding[]> {
  const { url, directUrl, isPooled } = server
  let setting: UrlSetting = 'database.directUrl'
  try {
    const direct = hasSecondUrl(server) ? await tryConnections(directUrl) : undefined
    setting = 'database.url'
    const tried = await tryConnections(url, isPooled)
    return [
      ...judgeUrl(tried, setting),
      ...(direct === undefined ? [] : judgeUrl(direct, 'database.directUrl')),
      ...(await checkPoolers(server)),
    ]
  } catch (error) {
    return [bad('database', `${setting} cannot be used: ${reasonOf(error)}`, remedyFor(error, setting))]
  }
}

/** Judges a URL once connections have been tried: encryption, and its hosts if it names several. */
export function judgeUrl(tried: TriedConnections, setting: UrlSetting): readonly Finding[] {
  return [judgeEncryption(tried, setting), ...judgeHosts(tried)]
}

function judgeEncryption({ tls, isLocalSocket }: TriedConnections, setting: UrlSetting): Finding {
  if (isLocalSocket) return good('encryption', 'none, on a local socket')
  return good('encryption', tls ?? `none; sslmode in ${setting} turns it on`)
}

/** Judges the hosts besides the one in use, which are needed after a failover. */
function judgeHosts({ outcomes }: TriedConnections): readonly Finding[] {
  if (outcomes.length === 0) return []
  const states = outcomes.map(describeOutcome).join('; ')
  if (outcomes.every((outcome) => 'facts' in outcome)) return [good('hosts', states)]
  return [warn('hosts', states, 'Mend the ones that fail, or nothing may take over when another one does.')]
}
