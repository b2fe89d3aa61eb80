import { missingAccount } from '@heliograph/access'
import type { ClientNumber, OutgoingNumber } from '@heliograph/contracts'
import type { Queryable, Sql } from '../../database/database.ts'
import { Fields, readChannelNumber } from './fields.ts'

/** The numbers of the client's channels and those that were given to it, in the order of their digits. */
export async function listOutgoingNumbers(sql: Queryable, clientId: number): Promise<readonly OutgoingNumber[]> {
  const rows = await sql<OutgoingNumber[]>`
    select number, max(given_at) as "givenAt" from (
      select number, given_at from outgoing_number where client_id = ${clientId}::bigint
      union all
      select address, null from channel where client_id = ${clientId}::bigint and kind = 'number'
    ) as usable
    group by number order by number`
  return [...rows]
}

export async function giveOutgoingNumber(sql: Sql, defaultCountry: string, input: ClientNumber) {
  const { clientId } = input
  const number = await readNumber(sql, defaultCountry, input)
  await insertOutgoingNumber(sql, clientId, number)
  const [given] = await sql<{ givenAt: Date }[]>`
    select given_at as "givenAt" from outgoing_number where client_id = ${clientId}::bigint and number = ${number}`
  return { number, givenAt: given?.givenAt ?? null }
}

export async function insertOutgoingNumber(sql: Queryable, clientId: number, number: string): Promise<void> {
  await sql`
    insert into outgoing_number (client_id, number) values (${clientId}::bigint, ${number}) on conflict do nothing`
}

/** A channel that is the number itself keeps it: the client needs no one to give it that. */
export async function takeOutgoingNumber(sql: Sql, defaultCountry: string, input: ClientNumber): Promise<void> {
  const { clientId } = input
  const number = await readNumber(sql, defaultCountry, input)
  await sql.begin(async (tx) => {
    await tx`delete from outgoing_number where client_id = ${clientId}::bigint and number = ${number}`
    await tx`
      update channel set outgoing_number = null
      where client_id = ${clientId}::bigint and outgoing_number = ${number} and not exists (
        select from channel as own where own.client_id = ${clientId}::bigint and own.kind = 'number' and own.address = ${number}
      )`
  })
}

async function readNumber(sql: Sql, defaultCountry: string, { clientId, number }: ClientNumber): Promise<string> {
  const [client] = await sql<{ country: string | null }[]>`
    select country from client where client_id = ${clientId}::bigint`
  if (client === undefined) throw missingAccount('client', clientId)
  const fields = new Fields()
  const read = fields.require('number', number, readChannelNumber(client.country ?? defaultCountry))
  fields.check()
  return read
}
