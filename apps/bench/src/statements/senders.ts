import { randomUUID } from 'node:crypto'
import type { Sql } from '../gateway/database.ts'
import type { Sender } from './job.ts'

/** Adds a node that sends no heartbeats; without another one, its lease is not ended. */
export async function addNode(sql: Sql): Promise<number> {
  const [node] = await sql<{ lease: string }[]>`
    insert into heliograph.node (node_id, name, roles) values (${randomUUID()}, 'ceiling', '{}') returning lease`
  return Number(node?.lease)
}

/** Adds copies of the client, because the connections of one would wait for its balance. */
export async function addSenders(sql: Sql, clientId: string, count: number): Promise<readonly Sender[]> {
  const [ids] = await sql<{ user_id: string; channel_id: string }[]>`
    select app_user.user_id, channel.channel_id from heliograph.app_user join heliograph.channel using (client_id)
    where client_id = ${clientId} limit 1`
  if (ids === undefined) throw new Error('The client of the bench has no user or no channel')
  const clients = await sql<{ client_id: string }[]>`
    with added as (
      insert into heliograph.client (name, country, currency, price_per_part)
      select name, country, currency, price_per_part from heliograph.client, generate_series(1, ${count}::int)
      where client_id = ${clientId}
      returning client_id
    )
    insert into heliograph.client_credit (client_id, credit)
    select added.client_id, credit from added, heliograph.client_credit where client_credit.client_id = ${clientId}
    returning client_id`
  return clients.map(({ client_id }) => ({
    clientId: Number(client_id),
    userId: Number(ids.user_id),
    channelId: Number(ids.channel_id),
  }))
}
