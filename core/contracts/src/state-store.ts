import { defineService, type ServiceToken } from './service.ts'

/** An entry as it is kept. */
export interface StateEntry {
  /** 1 to 200 characters, chosen by the module. */
  readonly key: string
  /** At most 10,000 characters. */
  readonly value: string
  /** Until when it is kept. It may be there for some minutes longer, but is not found any more. */
  readonly expiresAt: Date
}

/**
 * What an instance has to remember beyond a restart and share with its twins on other nodes: small texts by key, each with an end. Entries of one instance are
 * not seen by another.
 *
 * All calls resolve after the commit, and throw `unavailable` while the database is away.
 */
export interface InstanceState {
  get(key: string): Promise<string | undefined>
  /** Keeps the entry, in the place of one with the same key. */
  set(entry: StateEntry): Promise<void>
  /** Keeps the entry if none with its key is there. Resolves with the value that is kept then: its own, or that of the other. Of calls at once one wins. */
  add(entry: StateEntry): Promise<string>
  /** Puts the entry in the place of one with the same key and this value. False, and nothing changed, when there is none. */
  replace(expected: string, entry: StateEntry): Promise<boolean>
  delete(key: string): Promise<void>
}

export interface StateStore {
  /** The state of an instance: the `instanceId` of the module's context. */
  of(instanceId: string): InstanceState
}

export const StateStore: ServiceToken<StateStore> = defineService('heliograph.state-store')
