import { findPooler, tryPooler } from '@heliograph/engine'
import type { DatabaseServer } from '../database.ts'
import type { Finding } from './finding.ts'
import { judgePooler, judgeSharing } from './judge-pooler.ts'

/** Whether the database has a direct address besides the one that most connections use. */
export function hasSecondUrl({ url, directUrl, isPooled }: DatabaseServer): boolean {
  return isPooled || directUrl !== url
}

/** Judges poolers in front of an operator's Postgres. Rejects when it cannot be reached. */
export async function checkPoolers(server: DatabaseServer): Promise<readonly Finding[]> {
  const { url, directUrl, isPooled } = server
  if (hasSecondUrl(server)) {
    const direct = judgePooler(await findPooler(directUrl), 'database.directUrl')
    if (!direct.ok) return [direct]
  }
  return isPooled ? judgeSharing(await tryPooler(server)) : [judgePooler(await findPooler(url))]
}
