import { defineService, type ServiceToken } from './service.ts'
import type { SubmitEntry } from './submissions.ts'

/** An entry as it is stored. @stability stable */
export interface StateEntry {
  /** 1 to 200 characters, chosen by the module. */
  readonly key: string
  /** At most 10,000 characters. */
  readonly value: string
  /** When it expires. It may be stored for some minutes longer, but is not found any more. */
  readonly expiresAt: Date
}

/** What is added to a number that is kept. @stability stable */
export interface StateIncrement {
  readonly key: string
  /** A whole number, negative to take away. Default: 1. */
  readonly by?: number | undefined
  /** From then on the entry expires at this time, whether it is new or not. */
  readonly expiresAt: Date
}

/**
 * A change of an entry that belongs to a message: both are stored in one commit, or neither is (`Submissions.submit`).
 * @stability experimental
 */
export interface StateChange {
  /** The instance whose entry it is: the `instanceId` of the module's context. */
  readonly instanceId: string
  /** The value that the entry has; undefined: there is none with this key. */
  readonly expected: string | undefined
  /** Returns the entry for a message, given the answer that it gets once both are stored. */
  entryFor(message: SubmitEntry): StateEntry
}

/** Which entries to list. @stability stable */
export interface StateListOptions {
  /** Only those whose key begins with it. Default: all. */
  readonly prefix?: string | undefined
  /** Only those after this key: the `next` of the page before. */
  readonly after?: string | undefined
  /** The most entries of a page: 1 to 500. Default: 100. */
  readonly limit?: number | undefined
}

/** @stability stable */
export interface StatePage {
  /** In the order of the octets of their keys in UTF-8. */
  readonly entries: readonly StateEntry[]
  /** For `after` of the next page; null: there is none. */
  readonly next: string | null
}

/**
 * What an instance has to keep across restarts and share with its twins on other nodes: small texts by key, each with
 * an expiry. An instance does not see the entries of another.
 *
 * It is for what is small: settings that a plugin learns, tokens, marks, counters. What grows with the traffic, or is
 * searched by anything but the beginning of a key, belongs in tables of its own (`OwnTables`).
 *
 * All calls resolve after the commit, and throw `unavailable` while the database is away.
 * @stability stable
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
  /**
   * Adds to the whole number that the entry holds, from 0 when there is none, and resolves with the sum. Calls
   * that run at the same time, on one node or on several, all count, and each is told a different sum. Throws
   * `invalid`/`bad-state-entry` when `by` is no whole number; `conflict`/`state-not-a-number`, with nothing changed,
   * when the entry holds anything else, or the sum would pass `Number.MAX_SAFE_INTEGER`.
   */
  increment(increment: StateIncrement): Promise<number>
  /**
   * Lists entries, page by page. An entry that is there all the while is found once; what comes and goes meanwhile may
   * be found or not. Throws `invalid`/`bad-state-list` for a limit that is out of range.
   */
  list(options?: StateListOptions): Promise<StatePage>
  /** How many entries there are, or how many whose key begins with `prefix`. Goes through them, so it takes as long. */
  count(prefix?: string): Promise<number>
}

/** @stability stable */
export interface StateStore {
  /** The state of an instance, by the `instanceId` of the module's context. */
  of(instanceId: string): InstanceState
}

export const StateStore: ServiceToken<StateStore> = defineService('heliograph.state-store')
