import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from '@heliograph/postgres-driver'
import type { Sql } from '../../gateway/database.ts'
import type { Victim } from '../faults.ts'
import { until } from '../until.ts'
import { formatPatroniConfiguration, type PatroniSettings } from './patroni-configuration.ts'
import { findServer, hasProcesses, isServerOf } from './postmaster.ts'
import type { PatroniPrograms } from './programs.ts'
import { type Service, startService } from './service.ts'

export interface MemberOptions extends Omit<PatroniSettings, 'dataDir' | 'binDir' | 'passFile'> {
  /** The folder of the deployment. */
  readonly parent: string
  readonly programs: PatroniPrograms
}

const RECONNECT_S = 0.02
const CHECK_LIMIT_MS = 2_000

/** Where the superuser finds a server, or the primary. */
export function superuserUrl(address: string, { superuser }: PatroniSettings['passwords']): string {
  return `postgres://postgres:${superuser}@${address}/postgres`
}

/** A Postgres with its Patroni. */
export class Member {
  readonly name: string
  readonly #options: MemberOptions
  readonly #folder: string
  /** A connection to this very server, for `write`. */
  readonly #sql: Sql
  #patroni: Service | undefined

  constructor(options: MemberOptions) {
    this.name = options.name
    this.#options = options
    this.#folder = join(options.parent, options.name)
    this.#sql = postgres(superuserUrl(options.postgres, options.passwords), {
      max: 1,
      backoff: () => RECONNECT_S,
      onnotice: () => {},
      fetch_types: false,
    })
    this.#prepare()
  }

  get #dataDir(): string {
    return join(this.#folder, 'data')
  }

  get #configuration(): string {
    return join(this.#folder, 'patroni.yaml')
  }

  #prepare(): void {
    const { programs } = this.#options
    const passFile = join(this.#folder, 'pgpass')
    mkdirSync(this.#folder, { mode: 0o700 })
    const text = formatPatroniConfiguration({
      ...this.#options,
      dataDir: this.#dataDir,
      binDir: programs.postgres,
      passFile,
    })
    writeFileSync(this.#configuration, text, { mode: 0o600 })
    if (programs.user === undefined) return
    for (const path of [this.#folder, this.#configuration]) chownSync(path, programs.user.uid, programs.user.gid)
  }

  /** Starts Patroni unless it runs; it starts Postgres or takes over the one that runs. */
  start(): void {
    if (this.#patroni?.hasEnded === false) return
    const { programs } = this.#options
    const logFile = join(this.#folder, 'patroni.log')
    this.#patroni = startService({ file: programs.patroni, args: [this.#configuration], logFile, programs })
  }

  /** Ends one or both by SIGKILL; resolves when they are gone. */
  async kill(victim: Victim): Promise<void> {
    // Patroni first, or it would start Postgres again.
    if (victim !== 'postmaster') await this.#patroni?.kill()
    if (victim === 'patroni') return
    const pid = findServer(this.#dataDir)
    if (pid === undefined) return
    endProcess(pid)
    await until(`The postmaster of ${this.name} outlived kill -9`, async () => !isServerOf(pid, this.#dataDir))
  }

  /** Whether Patroni says so to a check of haproxy's. */
  async isPrimary(): Promise<boolean> {
    return (await this.request('OPTIONS', '/primary')).status === 200
  }

  request(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`http://${this.#options.patroni}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(body === undefined ? CHECK_LIMIT_MS : 10 * CHECK_LIMIT_MS),
    })
  }

  /**
   * Commits a write on this server and resolves with what distinguishes this primary from all others: its timeline,
   * and when its postmaster started. Takes as long as the commit waits for a standby. Rejects on a standby.
   */
  async write(): Promise<string> {
    const [row] = await this.#sql<{ primary: string | null }[]>`
      select case when not pg_is_in_recovery() then
        left(pg_walfile_name(pg_logical_emit_message(true, 'chaos', '')), 8) || ' ' || pg_postmaster_start_time()
      end as primary`
    if (!row?.primary) throw new Error(`${this.name} is a standby`)
    return row.primary
  }

  /** Standbys that receive the log of this server, as Postgres calls their part in commits: `sync` or another word. */
  async standbys(): Promise<readonly string[]> {
    const rows = await this.#sql<{ part: string }[]>`
      select sync_state as part from pg_stat_replication where state = 'streaming'`
    return rows.map(({ part }) => part)
  }

  /** Whether it is noted in etcd which standby has every commit. */
  async hasNotedStandby(): Promise<boolean> {
    const { members } = (await (await this.request('GET', '/cluster')).json()) as { members: { role: string }[] }
    return members.some(({ role }) => role === 'sync_standby')
  }

  /** Why it does not work, for people. */
  describe(): string {
    return `${this.name}${this.#patroni?.hasEnded ? ' (Patroni has ended)' : ''}:\n${this.#patroni?.tail() ?? ''}`
  }

  async stop(): Promise<void> {
    await this.kill('both')
    await this.#sql.end({ timeout: 0 })
    // The other processes of a server end when they notice that its postmaster is gone.
    await until(`Postgres of ${this.name} does not end`, async () => !hasProcesses(this.#dataDir))
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
