import { type ClientChange, type ClientRecord, GatewayError, type NewClient } from '@heliograph/contracts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import { Fields, readAmount, readCount, readCountry, readCurrency, readSignedAmount, readText } from './fields.ts'

export async function addClient(sql: Sql, input: NewClient, defaultCurrency: string): Promise<{ clientId: number }> {
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
      insert into credit_entry (client_id, amount, reason)
      select client_id, ${credit}::numeric, 'opening' from added where ${credit}::numeric <> 0
    )
    select client_id from added`
  return { clientId: (row as { client_id: number }).client_id }
}

interface ClientRow {
  readonly client_id: number
  readonly name: string
  readonly country: string | null
  readonly currency: string
  readonly price_per_part: string
  readonly credit: string | null
  readonly rate_limit: number | null
  readonly enabled: boolean
}

/** All clients, oldest first; with `clientId` that one or none. */
export async function listClients(sql: Queryable, clientId?: number): Promise<readonly ClientRecord[]> {
  const rows = await sql<ClientRow[]>`
    select client.client_id, client.name, client.country, client.currency, client.price_per_part,
      client_credit.credit, client.rate_limit, client.enabled
    from client left join client_credit using (client_id)
    where ${clientId ?? null}::bigint is null or client.client_id = ${clientId ?? null}::bigint
    order by client.client_id`
  return rows.map((row) => ({
    clientId: row.client_id,
    name: row.name,
    country: row.country,
    currency: row.currency,
    price: row.price_per_part,
    credit: row.credit,
    rateLimit: row.rate_limit,
    enabled: row.enabled,
  }))
}

export async function setClient(sql: Sql, change: ClientChange): Promise<ClientRecord> {
  const fields = new Fields()
  const addCredit = fields.read('addCredit', change.addCredit, readSignedAmount) ?? null
  const price = fields.read('price', change.price, readAmount) ?? null
  const rateLimit = fields.read('rateLimit', change.rateLimit, readCount) ?? null
  fields.check()
  return sql.begin(async (tx) => {
    const updated = await tx`
      update client set enabled = coalesce(${change.enabled ?? null}::boolean, enabled),
        price_per_part = coalesce(${price}::numeric, price_per_part),
        rate_limit = coalesce(${rateLimit}::integer, rate_limit)
      where client_id = ${change.clientId}::bigint`
    if (updated.count === 0) throw clientNotFound(change.clientId)
    if (addCredit !== null) await addToCredit(tx, change.clientId, addCredit)
    const [client] = await listClients(tx, change.clientId)
    return client as ClientRecord
  })
}

async function addToCredit(tx: Transaction, clientId: number, amount: string): Promise<void> {
  await tx`
    with credited as (
      update client_credit set credit = coalesce(credit, 0) + ${amount}::numeric
      where client_id = ${clientId}::bigint
      returning client_id
    )
    insert into credit_entry (client_id, amount, reason)
    select client_id, ${amount}::numeric, 'top-up' from credited where ${amount}::numeric <> 0`
}

export function clientNotFound(clientId: number): GatewayError {
  return new GatewayError('not-found', 'client-not-found', `There is no client ${clientId}`)
}
