import { tryConnections } from '@heliograph/engine'
import { reasonOf, remedyFor } from '../database-error.ts'
import { bad, type Finding, good } from './finding.ts'

/** Opens every kind of connection that a node has: what passes here also starts. */
export async function checkConnections(url: string): Promise<Finding> {
  try {
    const { tls, isLocalSocket } = await tryConnections(url)
    if (isLocalSocket) return good('encryption', 'none, on a local socket')
    return good('encryption', tls ?? 'none; sslmode in database.url turns it on')
  } catch (error) {
    return bad('database', `It cannot be used: ${reasonOf(error)}`, remedyFor(error))
  }
}
