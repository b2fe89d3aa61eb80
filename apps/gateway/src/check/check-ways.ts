import { findPooler, tryPooler } from '@heliograph/engine'
import type { DatabaseServer } from '../database.ts'
import type { Finding } from './finding.ts'
import { judgePooler, judgeSharing } from './judge-pooler.ts'

/** Whether there is a direct way beside the one that most takes. */
export function hasTwoWays({ url, directUrl, isPooled }: DatabaseServer): boolean {
  return isPooled || directUrl !== url
}

/** Judges what stands on the ways to an operator's Postgres. Rejects when it cannot be reached. */
export async function checkWays(server: DatabaseServer): Promise<readonly Finding[]> {
  const { url, directUrl, isPooled } = server
  if (hasTwoWays(server)) {
    const direct = judgePooler(await findPooler(directUrl), 'database.directUrl')
    if (!direct.ok) return [direct]
  }
  return isPooled ? judgeSharing(await tryPooler(server)) : [judgePooler(await findPooler(url))]
}
