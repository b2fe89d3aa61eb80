import { findPooler, openDatabase } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { DatabaseServer } from '../database.ts'
import { judgeFitness, readServer } from './check-server.ts'
import { judgePooler } from './judge-pooler.ts'

/** Refuses an operator's Postgres that a node cannot do with, before anything is written to it. */
export async function refuseUnfitServer({ url, isEmbedded }: DatabaseServer): Promise<void> {
  if (isEmbedded) return
  const sql = openDatabase({ url, max: 1, applicationName: 'heliograph check' })
  try {
    const findings = [judgePooler(await findPooler(url)), ...judgeFitness(await readServer(sql))]
    const wrong = findings.filter(({ ok }) => !ok)
    if (wrong.length === 0) return
    const details = wrong.map(({ name, message, remedy }) => `${name}: ${message} ${remedy}`)
    throw new CommandError('unfit-database', 'The database cannot be used.', { details })
  } finally {
    await sql.end({ timeout: 1 })
  }
}
