import { openDatabase, type Sql } from '../database.ts'
import { FOR_CLIENTS, INDEX_ORDER, VITAL } from '../pools.ts'

export interface ReplicaPoolsOptions {
  readonly url: string
  readonly nodeName: string
  /** Connections for reads. */
  readonly size: number
}

/** The connections of a node to the replica. Its silence says nothing of the primary, so it is not shared with that. */
export interface ReplicaPools {
  readonly reads: Sql
  /** For looking how far it has come. */
  readonly looks: Sql
  close(): Promise<void>
}

/** Connections beside those for reads. */
export const LOOK_CONNECTIONS = 1

/** Opens the pools, lazily: no connection is made before the first statement. */
export function openReplicaPools({ url, nodeName, size }: ReplicaPoolsOptions): ReplicaPools {
  const applicationName = `heliograph ${nodeName} replica`
  const reads = openDatabase({ url, applicationName, max: size, ...FOR_CLIENTS, planner: INDEX_ORDER })
  const looks = openDatabase({ url, applicationName: `${applicationName} look`, max: LOOK_CONNECTIONS, ...VITAL })
  return {
    reads,
    looks,
    close: async () => {
      await Promise.all([reads.end({ timeout: 5 }), looks.end({ timeout: 5 })])
    },
  }
}
