import type { Sql } from '@heliograph/engine'
import { DEMO_EMAIL } from '../demo.ts'
import { type Finding, warn } from './finding.ts'

/**
 * What is wrong with the accounts of a migrated database. Warnings, because a gateway that serves clients must not stay
 * down after an upgrade until an operator has looked at each of them.
 */
export async function checkAccounts(sql: Sql, isDemo: boolean): Promise<readonly Finding[]> {
  return [...(isDemo ? [] : await findDemoUsers(sql)), ...(await findForeignSenders(sql))]
}

/** The demo's user is an operator, and its key was shown on a terminal. */
async function findDemoUsers(sql: Sql): Promise<readonly Finding[]> {
  const rows = await sql<{ userId: number; role: string; keys: number }[]>`
    select app_user.user_id as "userId", app_user.role, (
      select count(*)::integer from api_key where api_key.user_id = app_user.user_id
    ) as keys
    from app_user join client using (client_id)
    where lower(app_user.email) = ${DEMO_EMAIL} and app_user.enabled and client.enabled
    order by app_user.user_id`
  return rows.map(({ userId, role, keys }) =>
    warn(
      'demo account',
      `User ${userId} (${DEMO_EMAIL}) of the demo is enabled, with the role ${role} and ${keys} API ${keys === 1 ? 'key' : 'keys'}; this is not the demo's configuration.`,
      `Once an operator of your own exists: heliograph user disable --user ${userId}`,
    ),
  )
}

/** Settings from before numbers were given to clients, which may have been set by the client itself. */
async function findForeignSenders(sql: Sql): Promise<readonly Finding[]> {
  const rows = await sql<{ channelId: number; clientId: number; number: string; owner: number }[]>`
    select channel.channel_id as "channelId", channel.client_id as "clientId", channel.outgoing_number as number,
      owned.client_id as owner
    from channel join channel as owned on owned.kind = 'number' and owned.address = channel.outgoing_number
    where owned.client_id <> channel.client_id and not exists (
      select from outgoing_number as given
      where given.client_id = channel.client_id and given.number = channel.outgoing_number
    )
    order by channel.channel_id limit 100`
  return rows.map(({ channelId, clientId, number, owner }) =>
    warn(
      'outgoing number',
      `Channel ${channelId} of client ${clientId} sends as ${number}, the number of client ${owner}, which no operator gave to it.`,
      `If that is meant: heliograph client numbers --client ${clientId} --give ${number}. If not: heliograph channel set --channel ${channelId} --outgoing-number ''`,
    ),
  )
}
