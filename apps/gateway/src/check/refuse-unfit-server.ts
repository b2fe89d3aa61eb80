import { openDatabase } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { DatabaseServer } from '../database.ts'
import { checkPoolers } from './check-poolers.ts'
import { checkReplica } from './check-replica.ts'
import { judgeFitness, readServer } from './check-server.ts'
import type { Finding } from './finding.ts'

/** Refuses an operator's Postgres that a node cannot do with, before anything is written to it. */
export async function refuseUnfitServer(server: DatabaseServer): Promise<void> {
  if (server.isEmbedded) return
  const sql = openDatabase({ url: server.directUrl, max: 1, applicationName: 'heliograph check' })
  try {
    const wrong = wrongOf(await checkPoolers(server))
    // What is behind a pooler that does not do cannot be asked.
    if (wrong.length === 0) wrong.push(...wrongOf(judgeFitness(await readServer(sql))))
    if (wrong.length === 0) wrong.push(...wrongOf(await checkReplica(server, 0)))
    if (wrong.length === 0) return
    const details = wrong.map(({ name, message, remedy }) => `${name}: ${message} ${remedy}`)
    throw new CommandError('unfit-database', 'The database cannot be used.', { details })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function wrongOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ ok }) => !ok)
}
