import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BenchGateway, BenchGatewayOptions } from '../gateway/bench-gateway.ts'
import type { Round } from '../report/figures.ts'
import { type ProfileSummary, summariseNewestProfile } from './cpu-profile.ts'
import { type CpuShare, renderShares, splitCpu } from './shares.ts'
import {
  forgetStatements,
  prepareStatements,
  STATEMENT_SETTINGS,
  type StatementUse,
  topStatements,
} from './statements.ts'

const FUNCTIONS = 40
const STATEMENTS = 25

/** Where a round spent its time. */
export interface Profile {
  /** The CPU time of a message, gateway and Postgres; undefined when the scenario has no figures per message. */
  readonly shares: readonly CpuShare[] | undefined
  /** CPU profile of the gateway's JavaScript thread during the measurement. */
  readonly cpu: ProfileSummary | undefined
  readonly statements: readonly StatementUse[]
}

/** Profiles a round from inside, which makes it somewhat slower. */
export interface Profiler {
  /** Options that the gateway has to be started with. */
  readonly gatewayOptions: Pick<BenchGatewayOptions, 'nodeOptions' | 'prepare' | 'postgresSettings'>
  begin(gateway: BenchGateway): Promise<void>
  /** Stops the gateway, which then writes its profile. */
  end(gateway: BenchGateway, round: Round): Promise<Profile>
}

/** Creates a profiler. `folder` keeps the `.cpuprofile` files, which Chrome's developer tools can open. */
export function createProfiler(folder: string): Profiler {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  return {
    gatewayOptions: {
      nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${path}`],
      prepare: prepareStatements,
      postgresSettings: STATEMENT_SETTINGS,
    },
    begin: ({ sql }) => forgetStatements(sql),
    async end(gateway, round) {
      const statements = await topStatements(gateway.sql, STATEMENTS)
      await gateway.stopGateway()
      const cpu = summariseNewestProfile(path, FUNCTIONS, round.windowUs)
      return { shares: cpu && splitCpu(cpu.byFile, round), cpu, statements }
    },
  }
}

/** Renders the profile for people, the shares of everything first. */
export function renderProfile({ shares, cpu, statements }: Profile): string {
  return [
    ...(shares === undefined ? [] : renderShares(shares)),
    ...(cpu === undefined ? [] : renderCpu(cpu)),
    ...renderStatements(statements),
  ].join('\n')
}

function renderCpu(cpu: ProfileSummary): readonly string[] {
  const entry = ({ name, selfMs, share }: ProfileSummary['byPackage'][number]) =>
    `    ${(share * 100).toFixed(1).padStart(5)} %  ${selfMs.toFixed(0).padStart(7)} ms  ${name}`
  return [
    `  gateway: ${(cpu.busyMs / 1000).toFixed(2)} s busy; own time by package`,
    ...cpu.byPackage.map(entry),
    '  own time by function',
    ...cpu.byFunction.map(entry),
  ]
}

function renderStatements(statements: readonly StatementUse[]): readonly string[] {
  const rows = statements.map(({ query, calls, rows, totalMs, meanMs, walOctets }) => {
    const each = `${meanMs.toFixed(3)} ms, ${(rows / calls).toFixed(1)} rows, ${(walOctets / calls).toFixed(0)} octets WAL`
    return `    ${totalMs.toFixed(0).padStart(7)} ms  ${calls} calls of ${each}: ${query.slice(0, 160)}`
  })
  return ['  statements by time inside Postgres', ...rows]
}
