import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import type { BenchGateway } from '../src/gateway/bench-gateway.ts'
import { childrenOf } from '../src/meters/proc.ts'
import { runScenario } from '../src/run-scenario.ts'
import type { RunOptions, Scenario } from '../src/scenarios/scenario.ts'
import { v2 } from '../src/scenarios/v2.ts'
import { waitUntil } from '../src/scenarios/wait-until.ts'

// When a gateway dies, the measurement ends, and nothing is left that would keep the bench from ending.

const LIMIT = { timeout: 300_000 }

const OPTIONS = {
  clients: 4,
  // Far more than can be sent before the gateway is killed.
  messages: 10_000_000,
  seconds: undefined,
  warmup: 0,
  receipts: false,
  requestsPerSecond: undefined,
  timeoutMs: 600_000,
  patienceMs: 0,
  say: () => {},
}

const ROUND = {
  rounds: 1,
  repeats: 0,
  parent: tmpdir(),
  keep: false,
  set: [],
  profile: undefined,
  running: undefined,
}

function scenarioThat(measure: Scenario['measure']): Scenario {
  return { ...v2, measure }
}

function kill({ pid }: BenchGateway): void {
  process.kill(pid, 'SIGKILL')
}

function isGenerator(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('generator')
}

async function killUnderLoad(gateway: BenchGateway, options: RunOptions): Promise<void> {
  await waitUntil(20, options, async () => (await gateway.simulator.stats()).messages > 0 || undefined)
  kill(gateway)
}

for (const [when, scenario] of [
  [
    'under load',
    scenarioThat(async (gateway, options) => {
      const measuring = v2.measure(gateway, options)
      await Promise.all([measuring, killUnderLoad(gateway, options)])
      return measuring
    }),
  ],
  [
    'while something is waited for that does not come any more',
    scenarioThat(async (gateway, options) => {
      kill(gateway)
      await waitUntil(20, options, async () => undefined)
      throw new assert.AssertionError({ message: 'the wait has ended' })
    }),
  ],
] as const) {
  test(`a gateway that is killed ${when} ends the bench with an error`, LIMIT, async () => {
    await assert.rejects(runScenario(scenario, OPTIONS, ROUND), /The gateway ended \(SIGKILL\)/)
    assert.deepEqual(childrenOf(process.pid).filter(isGenerator), [], 'they would keep the bench from ending')
  })
}
