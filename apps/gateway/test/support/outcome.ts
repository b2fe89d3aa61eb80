import { readFile } from 'node:fs/promises'
import postgres from '@heliograph/postgres-driver'

/** States after which nothing more happens to a message. */
const FINAL = ['delivered', 'undeliverable', 'refused-by-network', 'expired', 'unconfirmed', 'cancelled', 'no-route']

export type Database = postgres.Sql

export function openDatabase(url: string): Database {
  // The URL of a server without TCP has its socket folder as the parameter `host`, as in other programs; the driver
  // takes it as an option.
  const socket = new URL(url).searchParams.get('host')
  return postgres(url.replace(/\?.*$/, ''), {
    ...(socket !== null && { host: socket }),
    max: 2,
    connection: { search_path: 'heliograph' },
    onnotice: () => {},
  })
}

/** How many of these supplied ids belong to a stored message, and how many of those are final. */
export async function countOutcome(
  sql: Database,
  messageIds: readonly string[],
): Promise<{ readonly stored: number; readonly final: number }> {
  const [row] = await sql<{ stored: number; final: number }[]>`
    select count(*)::int as stored, count(*) filter (where message_state.state::text = any(${FINAL}))::int as final
    from message_key
    left join message_state using (sms_id)
    where message_key.message_id = any(${[...messageIds]})`
  return row ?? { stored: 0, final: 0 }
}

/** Messages whose submit response is in the database. */
export async function recordedMessages(sql: Database): Promise<ReadonlySet<number>> {
  const rows = await sql<{ sms_id: string }[]>`select distinct sms_id from submission where state <> 'unknown'`
  return new Set(rows.map((row) => Number(row.sms_id)))
}

/** How often the simulated network took each message, according to its journal. */
export async function takenByNetwork(journal: string): Promise<ReadonlyMap<number, number>> {
  const taken = new Map<number, number>()
  for (const line of (await readFile(journal, 'utf8')).split('\n')) {
    const fields = line.split(',')
    // Lines for acknowledged receipts have fewer fields.
    if (fields.length < 6) continue
    const smsId = Number(fields[0])
    taken.set(smsId, (taken.get(smsId) ?? 0) + 1)
  }
  return taken
}
