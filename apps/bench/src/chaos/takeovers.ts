import type { Sql } from '../gateway/database.ts'
import { type Ability, epochNow } from './ability.ts'
import { nodeName } from './configuration.ts'
import { NODES, type NodeIndex, RECOVERY_MS } from './faults.ts'

/** A node that is gone and whose work others have to take over. */
interface Death {
  readonly node: NodeIndex
  readonly atMs: number
  isLate: boolean
}

/** The row of a process in the database. */
export interface NodeRow {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
}

/**
 * Watches that the work of dead nodes goes on: a dead node's row is in the database until what it owned is free. That
 * has to happen within 20 s in which one and the same other process was able to do it.
 */
export class Takeovers {
  readonly #ability: Ability
  readonly #now: () => number
  #open: readonly Death[] = []
  /** The longest takeover so far, from the death on, outages included. */
  longestMs = 0
  /** Takeovers that took too long, for people. */
  late: string[] = []

  constructor(ability: Ability, now = epochNow) {
    this.#ability = ability
    this.#now = now
  }

  noteDeath(node: NodeIndex): void {
    this.#open = [...this.#open, { node, atMs: this.#now(), isLate: false }]
  }

  /** Forgets how long takeovers took; those that are under way go on. */
  forget(): void {
    this.longestMs = 0
    this.late = []
  }

  /** Looks which dead nodes still have their rows. */
  async look(readRows: () => Promise<readonly NodeRow[]>): Promise<void> {
    const open = this.#open
    if (open.length === 0) return
    const rows = await readRows()
    const now = this.#now()
    const isLeft = ({ node, atMs }: Death) =>
      rows.some(({ name, startedAtMs }) => name === nodeName(node) && startedAtMs <= atMs)
    for (const death of open) {
      if (!isLeft(death)) this.longestMs = Math.max(this.longestMs, now - death.atMs)
      else if (!death.isLate && this.#isOverdue(death, now)) this.#noteLate(death, now)
    }
    this.#open = this.#open.filter((death) => !open.includes(death) || isLeft(death))
  }

  #isOverdue({ atMs }: Death, now: number): boolean {
    return NODES.some((node) => now - Math.max(atMs, this.#ability.since(node) ?? now) > RECOVERY_MS)
  }

  #noteLate(death: Death, now: number): void {
    death.isLate = true
    const died = new Date(death.atMs).toISOString()
    const seconds = Math.round((now - death.atMs) / 1000)
    this.late.push(`${nodeName(death.node)}, dead since ${died}, still owns its work after ${seconds} s`)
  }
}

export async function readNodeRows(sql: Sql): Promise<readonly NodeRow[]> {
  return sql<NodeRow[]>`
    select name, extract(epoch from started_at)::float8 * 1000 as "startedAtMs" from heliograph.node`
}
