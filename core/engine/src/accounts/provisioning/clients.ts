import { type CreditGiver, missingAccount } from '@heliograph/access'
import type { ClientChange, ClientRecord, NewClient } from '@heliograph/contracts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import {
  clearable,
  Fields,
  Problem,
  type Reader,
  readAmount,
  readCount,
  readCountry,
  readCurrency,
  readSignedAmount,
  readText,
} from './fields.ts'

/** Adds the client alone. */
export async function insertClient(
  sql: Queryable,
  input: NewClient,
  defaultCurrency: string,
  by?: CreditGiver,
): Promise<{ clientId: number }> {
  const fields = new Fields()
  const name = fields.require('name', input.name, readText(200))
  const country = fields.read('country', input.country, readCountry) ?? null
  const currency = fields.read('currency', input.currency, readCurrency) ?? defaultCurrency
  const credit = fields.read('credit', input.credit, readAmount) ?? null
  const price = fields.read('price', input.price, readAmount) ?? '0'
  const rateLimit = fields.read('rateLimit', input.rateLimit, readCount) ?? null
  fields.check()
  const [row] = await sql<{ client_id: number }[]>`
    with added as (
      insert into client (name, country, currency, price_per_part, rate_limit)
      values (${name}, ${country}, ${currency}, ${price}::numeric, ${rateLimit}::integer)
      returning client_id
    ),
    credited as (
      insert into client_credit (client_id, credit) select client_id, ${credit}::numeric from added
    ),
    entry as (
      insert into credit_entry (client_id, amount, reason, user_id, by)
      select client_id, ${credit}::numeric, 'opening', ${by?.userId ?? null}::bigint, ${by?.email ?? null} from added where ${credit}::numeric <> 0
    )
    select client_id from added`
  return { clientId: (row as { client_id: number }).client_id }
}

/** All clients, oldest first; with `clientId`, only that one, if it exists. */
export async function listClients(sql: Queryable, clientId?: number): Promise<readonly ClientRecord[]> {
  const rows = await sql<ClientRecord[]>`
    select client.client_id as "clientId", client.name, client.country, client.currency, client.price_per_part as price,
      client_credit.credit, client.rate_limit as "rateLimit", client_retention.days as "retentionDays", client.enabled
    from client left join client_credit using (client_id) left join client_retention using (client_id)
    where ${clientId ?? null}::bigint is null or client.client_id = ${clientId ?? null}::bigint
    order by client.client_id`
  return [...rows]
}

const readOwnCount: Reader<number | null, number | null> = (raw) => (raw === null ? null : readCount(raw))

/** More than any deployment keeps. */
const MOST_DAYS = 36_500

const readDays: Reader<number | null, number | null> = (raw) =>
  raw !== null && raw > MOST_DAYS ? new Problem(`must be at most ${MOST_DAYS} days`) : readOwnCount(raw)

export async function setClient(sql: Sql, change: ClientChange, by?: CreditGiver): Promise<ClientRecord> {
  const { clientId, enabled } = change
  const fields = new Fields()
  const addCredit = fields.read('addCredit', change.addCredit, readSignedAmount)
  const note = fields.read('creditNote', change.creditNote, clearable(readText(200))) ?? null
  const name = fields.read('name', change.name, readText(200))
  const country = fields.read('country', change.country, clearable(readCountry))
  const price = fields.read('price', change.price, readAmount)
  const rateLimit = fields.read('rateLimit', change.rateLimit, readOwnCount)
  const retentionDays = fields.read('retentionDays', change.retentionDays, readDays)
  fields.check()
  const columns = Object.entries({ enabled, name, country, price_per_part: price, rate_limit: rateLimit }).filter(
    ([, value]) => value !== undefined,
  )
  return sql.begin(async (tx) => {
    if (columns.length > 0)
      await tx`update client set ${tx(Object.fromEntries(columns))} where client_id = ${clientId}::bigint`
    if (retentionDays !== undefined) await setRetention(tx, clientId, retentionDays)
    if (addCredit !== undefined) await addToCredit(tx, clientId, { amount: addCredit, note, by })
    const [client] = await listClients(tx, clientId)
    if (client === undefined) throw missingAccount('client', clientId)
    return client
  })
}

/** See `client_retention.cleared_to`. Null: it has no days of its own. */
async function setRetention(tx: Transaction, clientId: number, days: number | null): Promise<void> {
  if (days === null) {
    await tx`delete from client_retention where client_id = ${clientId}::bigint`
    return
  }
  await tx`
    insert into client_retention (client_id, days, cleared_to)
    select client_id, ${days}::integer, now() - (${days}::integer + 1) * interval '1 day' from client
    where client_id = ${clientId}::bigint
    on conflict (client_id) do update set days = excluded.days, cleared_to = excluded.cleared_to
    where client_retention.days <> excluded.days`
}

interface Addition {
  readonly amount: string
  readonly note: string | null
  readonly by: CreditGiver | undefined
}

async function addToCredit(tx: Transaction, clientId: number, { amount, note, by }: Addition): Promise<void> {
  await tx`
    with credited as (
      update client_credit set credit = coalesce(credit, 0) + ${amount}::numeric
      where client_id = ${clientId}::bigint
      returning client_id
    )
    insert into credit_entry (client_id, amount, reason, user_id, by, note)
    select client_id, ${amount}::numeric, 'top-up', ${by?.userId ?? null}::bigint, ${by?.email ?? null}, ${note}
    from credited where ${amount}::numeric <> 0`
}
