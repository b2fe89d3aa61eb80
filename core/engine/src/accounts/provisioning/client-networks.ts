import { missingAccount, readNetworks } from '@heliograph/access'
import type { ClientNetworks } from '@heliograph/contracts'
import { textArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

/** From where the credentials of a client are accepted. */
export async function findNetworks(sql: Queryable, clientId: number): Promise<ClientNetworks> {
  const [row] = await sql<ClientNetworks[]>`
    select program_networks as programs, portal_networks as portal from client where client_id = ${clientId}::bigint`
  if (row === undefined) throw missingAccount('client', clientId)
  return row
}

/** Takes effect within a second, on every node. */
export async function setNetworks(sql: Queryable, clientId: number, given: ClientNetworks): Promise<ClientNetworks> {
  const { programs, portal } = readNetworks(given)
  const updated = await sql`
    update client set program_networks = ${textArray(programs)}::text[], portal_networks = ${textArray(portal)}::text[]
    where client_id = ${clientId}::bigint`
  if (updated.count === 0) throw missingAccount('client', clientId)
  return { programs, portal }
}
