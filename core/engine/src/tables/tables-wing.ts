import { OwnTables, type ProvidedService } from '@heliograph/contracts'
import type { DatabaseWing } from '../database/database-wing.ts'
import { createOwnTables } from './instance-tables.ts'

/** Tables that packages bring with them. */
export interface TablesWing {
  readonly services: readonly ProvidedService[]
}

export function createTablesWing({ database }: { readonly database: DatabaseWing }): TablesWing {
  return { services: [{ token: OwnTables, service: createOwnTables((schema) => database.pools.own(schema)) }] }
}
