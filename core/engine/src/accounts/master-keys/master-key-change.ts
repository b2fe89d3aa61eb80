import { GatewayError } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { DEAD_SECONDS } from '../../database/dead-after.ts'
import { type ResealOptions, reseal } from './reseal.ts'
import { countSeals } from './sealed-columns.ts'
import type { SecretBox } from './secret-box.ts'

/** A master key as the command sees it. */
export interface KeyUse {
  readonly id: string
  /** How many values are sealed under it. */
  readonly seals: number
  /** Whether the configuration or the data folder at hand has it. */
  readonly isHere: boolean
  /** Whether what has it at hand seals under it. */
  readonly isCurrent: boolean
}

/** A node that is alive, and the keys that it has: it seals under the first. None: its release knows no ids. */
export interface NodeKeys {
  readonly name: string
  readonly keys: readonly string[]
}

/** The change from one master key to another while nodes work, in steps. */
export interface MasterKeyChange {
  /** The keys that are here or that something is sealed under, and who has them. */
  list(): Promise<{ readonly keys: readonly KeyUse[]; readonly nodes: readonly NodeKeys[] }>
  /**
   * Throws `not-found`/`no-such-master-key` for a key that is not here, and `conflict`/`master-key-not-everywhere`
   * while a node that is alive could not open what it seals.
   */
  requireEverywhere(id: string): Promise<void>
  /** As `reseal`, for the key that seals here, which all nodes must have. */
  reseal(options?: ResealOptions): ReturnType<typeof reseal>
  /**
   * Throws `conflict`/`master-key-in-use` while the key is needed: it seals here or on a node, or something is sealed
   * under it. Throws `not-found`/`no-such-master-key` for a key that is not here.
   */
  requireUnused(id: string): Promise<void>
}

export function createMasterKeyChange(sql: Sql, box: SecretBox): MasterKeyChange {
  function requireHere(id: string): void {
    if (box.ring.ids.includes(id)) return
    const message = `There is no master key ${id} here: heliograph master-key list shows them.`
    throw new GatewayError('not-found', 'no-such-master-key', message)
  }

  async function requireEverywhere(id: string): Promise<void> {
    requireHere(id)
    const behind = (await findNodes(sql)).filter(({ keys }) => !keys.includes(id)).map(({ name }) => name)
    if (behind.length === 0) return
    throw new GatewayError(
      'conflict',
      'master-key-not-everywhere',
      `Nodes do not have the master key ${id} yet: ${behind.join(', ')}. Add it there to security.otherMasterKeys, or to master.key in the data folder, and reload each: heliograph reload`,
    )
  }
  return {
    requireEverywhere,
    async list() {
      const { ids, firstKey } = box.ring
      const seals = await countSeals(sql, firstKey)
      const all = [...new Set([...ids, ...seals.keys()])]
      return { keys: all.map((id) => useOf(id, ids, seals)), nodes: await findNodes(sql) }
    },
    async reseal(options) {
      await requireEverywhere(box.ring.ids[0])
      return reseal(sql, box, options)
    },
    async requireUnused(id) {
      requireHere(id)
      const seals = await countSeals(sql, box.ring.firstKey)
      const sealing = (await findNodes(sql)).filter(({ keys }) => keys[0] === id).map(({ name }) => name)
      const reasons = [
        ...(box.ring.ids[0] === id ? ['it is the one that seals here'] : []),
        ...(sealing.length > 0
          ? [`nodes seal under it (${sealing.join(', ')}): reload them once another key seals`]
          : []),
        ...(seals.has(id) ? [`${seals.get(id)} secrets are sealed under it: heliograph master-key reseal`] : []),
      ]
      if (reasons.length === 0) return
      throw new GatewayError(
        'conflict',
        'master-key-in-use',
        `The master key ${id} is still needed: ${reasons.join('; ')}.`,
      )
    },
  }
}

function useOf(id: string, ids: readonly string[], seals: ReadonlyMap<string, number>): KeyUse {
  return { id, seals: seals.get(id) ?? 0, isHere: ids.includes(id), isCurrent: ids[0] === id }
}

async function findNodes(sql: Sql): Promise<readonly NodeKeys[]> {
  return sql<NodeKeys[]>`
    select name, master_keys as keys from node where beat_at > now() - ${DEAD_SECONDS}::integer * interval '1 second' order by name`
}
