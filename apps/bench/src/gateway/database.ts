import { readlinkSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from '@heliograph/postgres-driver'
import { processTimes } from '../meters/proc.ts'

export type Sql = postgres.Sql

/** A single connection, for meters: it must not compete with what it measures. */
export function openMeterConnection(url: string): Sql {
  return postgres(url, {
    max: 1,
    idle_timeout: 0,
    onnotice: () => {},
    connection: { application_name: 'heliograph-bench' },
  })
}

/** Process id of the server behind the connection; undefined when it does not run on this machine. */
export async function findPostmaster(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const parent = row && processTimes(row.pid)?.parent
  if (parent === undefined) return undefined
  try {
    return readlinkSync(`/proc/${parent}/exe`).endsWith('/postgres') ? parent : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes the database of a data folder. It is elsewhere, behind a symbolic link, when the user that it runs as cannot
 * enter one of the folders above.
 */
export async function removeCluster(dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
}

/** The highest message id so far; later messages have higher ones. */
export async function lastMessageId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: string | null }[]>`select max(sms_id) as id from heliograph.message`
  return Number(row?.id ?? 0)
}

export async function countMessages(sql: Sql, afterId: number): Promise<number> {
  const [row] = await sql<{ count: string }[]>`select count(*) from heliograph.message where sms_id > ${afterId}`
  return Number(row?.count)
}

/** Webhooks after `afterId` that were delivered and are recorded as such. */
export async function countDeliveredWebhooks(sql: Sql, afterId: number): Promise<number> {
  const [row] = await sql<{ count: string }[]>`
    select count(*) from heliograph.webhook where webhook_id > ${afterId} and state = 'delivered'`
  return Number(row?.count)
}

/** Messages after `afterId` by state; messages to which nothing has happened yet are missing. */
export async function countStates(sql: Sql, afterId: number): Promise<Readonly<Record<string, number>>> {
  const rows = await sql<{ state: string; count: string }[]>`
    select state::text, count(*) from heliograph.message_state where sms_id > ${afterId} group by state`
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
