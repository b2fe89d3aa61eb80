import { describeOutcome, findPooler, reasonOf, type TriedConnections, tryConnections } from '@heliograph/engine'
import { remedyFor } from '../database-error.ts'
import { bad, type Finding, good, warn } from './finding.ts'
import { judgePooler } from './judge-pooler.ts'

/** Opens every kind of connection that a node has: what passes here also starts. */
export async function checkConnections(url: string): Promise<readonly Finding[]> {
  try {
    const tried = await tryConnections(url)
    return [judgeEncryption(tried), ...judgeHosts(tried), judgePooler(await findPooler(url))]
  } catch (error) {
    return [bad('database', `It cannot be used: ${reasonOf(error)}`, remedyFor(error))]
  }
}

function judgeEncryption({ tls, isLocalSocket }: TriedConnections): Finding {
  if (isLocalSocket) return good('encryption', 'none, on a local socket')
  return good('encryption', tls ?? 'none; sslmode in database.url turns it on')
}

/** The hosts beside the one that is used: after a failover they are needed. */
function judgeHosts({ outcomes }: TriedConnections): readonly Finding[] {
  if (outcomes.length === 0) return []
  const states = outcomes.map(describeOutcome).join('; ')
  if (outcomes.every((outcome) => 'facts' in outcome)) return [good('hosts', states)]
  return [warn('hosts', states, 'Mend the ones that fail, or nothing may take over when another one does.')]
}
