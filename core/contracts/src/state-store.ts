import { defineService, type ServiceToken } from './service.ts'

/** An entry as it is stored. */
export interface StateEntry {
  /** 1 to 200 characters, chosen by the module. */
  readonly key: string
  /** At most 10,000 characters. */
  readonly value: string
  /** When it expires. It may be stored for some minutes longer, but is not found any more. */
  readonly expiresAt: Date
}

/**
 * What an instance has to keep across restarts and share with its twins on other nodes: small texts by key, each with
 * an expiry. An instance does not see the entries of another.
 *
 * All calls resolve after the commit, and throw `unavailable` while the database is away.
 */
export interface InstanceState {
  get(key: string): Promise<string | undefined>
  /** Stores the entry, instead of one with the same key. */
  set(entry: StateEntry): Promise<void>
  /**
   * Stores the entry if there is none with its key. Resolves with the value that is stored then: the new one, or that
   * of the existing entry. Of calls at once, one wins.
   */
  add(entry: StateEntry): Promise<string>
  /**
   * Replaces the entry that has the same key and the value `expected`. False, with nothing changed, when there is none.
   */
  replace(expected: string, entry: StateEntry): Promise<boolean>
  delete(key: string): Promise<void>
}

export interface StateStore {
  /** The state of an instance, by the `instanceId` of the module's context. */
  of(instanceId: string): InstanceState
}

export const StateStore: ServiceToken<StateStore> = defineService('heliograph.state-store')
