import { setTimeout as delay } from 'node:timers/promises'
import { epochNow } from '../ability.ts'
import { type Cluster, faultsOver, openConnection } from '../cluster.ts'
import type { Victim } from '../faults.ts'
import { until } from '../until.ts'
import type { Member } from './member.ts'

const PROBE_MS = 25
/** Longer than any lock lasts and any server takes to start. */
const WRITE_LIMIT_MS = 90_000

/** Three Postgres under Patroni, one of them the primary, and the faults that they can suffer. */
export class PatroniCluster implements Cluster {
  readonly url: string
  readonly sql: Cluster['sql']
  readonly terminate: Cluster['terminate']
  readonly stepClock: Cluster['stepClock']
  readonly #members: readonly Member[]

  /** @param url where haproxy leads to the primary */
  constructor(url: string, members: readonly Member[]) {
    this.url = url
    this.sql = openConnection(url)
    const { terminate, stepClock } = faultsOver(this.sql)
    this.terminate = terminate
    this.stepClock = stepClock
    this.#members = members
  }

  /** Resolves with a text that identifies the primary that takes writes now. */
  primary(): Promise<string> {
    return Promise.any(this.#members.map((member) => member.write()))
  }

  /** Resolves with the time when a primary other than `before`, or any when undefined, has committed a write. */
  async untilWritten(before: string | undefined): Promise<number> {
    let isOver = false
    // A write on a server that is no longer the primary may wait until that server is killed.
    const writtenOn = async (member: Member): Promise<number> => {
      while (!isOver) {
        const primary = await member.write().catch(() => undefined)
        if (primary !== undefined && primary !== before) return epochNow()
        await delay(PROBE_MS)
      }
      throw new Error('Another server was the first')
    }
    const late = delay(WRITE_LIMIT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`No primary takes writes:\n${this.#describe()}`)
    })
    try {
      return await Promise.race([Promise.any(this.#members.map(writtenOn)), late])
    } finally {
      isOver = true
    }
  }

  /** Asks Patroni for another primary; resolves when there is one. */
  async switchOver(): Promise<void> {
    const { name } = await this.#leader()
    await this.#until('Patroni does not switch over', async () => {
      const leader = await this.#leader()
      if (leader.name !== name) return true
      return (await leader.request('POST', '/switchover', { leader: name })).ok
    })
  }

  async killPrimary(victim: Victim): Promise<void> {
    await (await this.#leader()).kill(victim)
  }

  async killStandbys(): Promise<void> {
    const leader = await this.#leader()
    await Promise.all(this.#members.filter((member) => member !== leader).map((member) => member.kill('both')))
  }

  /** Starts the killed servers again, as an operator on call would. */
  startAll(): void {
    for (const member of this.#members) member.start()
  }

  /**
   * Resolves when the primary has two standbys, one of which its commits wait for, and Patroni has noted which: until
   * then no standby would take over from it.
   */
  untilComplete(): Promise<void> {
    return this.#until('Patroni does not bring all servers back', async () => {
      const leader = await this.#leader()
      const standbys = await leader.standbys()
      const isComplete = standbys.length === this.#members.length - 1 && standbys.includes('sync')
      return isComplete && (await leader.hasNotedStandby())
    })
  }

  async stop(): Promise<void> {
    await this.sql.end({ timeout: 1 })
    await Promise.all(this.#members.map((member) => member.stop()))
  }

  /** The member that haproxy leads to. */
  async #leader(): Promise<Member> {
    const checks = this.#members.map(async (member) => {
      if (await member.isPrimary()) return member
      throw new Error(`${member.name} is not the primary`)
    })
    return Promise.any(checks)
  }

  async #until(failure: string, isSo: () => Promise<boolean>): Promise<void> {
    await until(failure, isSo).catch((error: Error) => {
      throw new Error(`${error.message}:\n${this.#describe()}`)
    })
  }

  #describe(): string {
    return this.#members.map((member) => member.describe()).join('\n')
  }
}
