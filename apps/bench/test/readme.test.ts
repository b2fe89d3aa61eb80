import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkGeneratedBlocks, code, renderTable } from '@heliograph/testkit'
import type { Attack } from '../src/attack/attack.ts'
import { ATTACKS } from '../src/attack/attacks/index.ts'
import { readAccount } from '../src/chaos/endurance/account.ts'
import { ACCOUNT_HEAD, accountRows } from '../src/chaos/endurance/account-table.ts'
import { FAULT_KINDS } from '../src/chaos/faults.ts'
import { formatHaproxyConfiguration } from '../src/chaos/patroni/haproxy-configuration.ts'
import { formatPatroniConfiguration } from '../src/chaos/patroni/patroni-configuration.ts'
import { CONTESTS } from '../src/compare/contests.ts'
import { describeGoals } from '../src/compare/page.ts'
import type { FigureSpec } from '../src/report/figures.ts'
import { GROUPS, SCENARIOS } from '../src/scenarios/index.ts'
import type { Scenario, ScenarioOptions } from '../src/scenarios/scenario.ts'

const ACCOUNT = fileURLToPath(new URL('../account', import.meta.url))

test('the tables of scenarios, attacks, faults, groups and long runs are those of the code', async () => {
  const rows = SCENARIOS.map((scenario) => {
    const { clients, messages, seconds } = scenario.defaults
    const length = seconds === undefined ? `${messages.toLocaleString('en-GB')} messages` : `${seconds} s`
    const size = `${length}, ${clients} connections`
    return [code(scenario.name), scenario.description, size, goalsOf(scenario)]
  })
  await checkGeneratedBlocks(new URL('../README.md', import.meta.url), {
    scenarios: renderTable(['Scenario', 'What it does', 'By default', 'Goals'], rows),
    contests: renderTable(
      ['Scenario', 'Load', 'Goals of the gateway'],
      CONTESTS.map((contest) => [code(contest.name), contest.title, describeGoals(contest)]),
    ),
    attacks: renderTable(
      ['Attack', 'What it tries', 'Bounds', 'HTTP servers', ''],
      ATTACKS.map((attack) => [
        code(attack.name),
        attack.title,
        describeBounds(attack),
        attack.isHttp ? 'both' : 'one',
        attack.isLong ? 'long' : '',
      ]),
    ),
    faults: renderTable(
      ['Kind', 'What happens', 'In a round', 'With `--short`', 'With `--patroni`'],
      Object.entries(FAULT_KINDS).map(([kind, { title, on, long, short }]) => [
        code(kind),
        title,
        String(long),
        short === 0 ? '' : String(short),
        on[0] === 'patroni' ? 'only' : on.includes('patroni') ? 'when asked for' : '',
      ]),
    ),
    account: renderTable(ACCOUNT_HEAD, accountRows(await readAccount(ACCOUNT))),
    groups: renderTable(
      ['Group', 'Scenarios'],
      GROUPS.map(({ name, scenarios }) => [code(name), scenarios.map((scenario) => code(scenario.name)).join(', ')]),
    ),
  })
})

test('the guide to a highly available database shows the configurations that rounds run with', async () => {
  const hosts = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
  const patroni = formatPatroniConfiguration({
    name: 'db1',
    patroni: '10.0.0.11:8008',
    postgres: '10.0.0.11:5432',
    network: '10.0.0.0/24',
    etcd: hosts.map((host) => `${host}:2379`),
    watchdog: 'required',
    parameters: {},
    dataDir: '/var/lib/postgresql/15/heliograph',
    binDir: '/usr/lib/postgresql/15/bin',
    passFile: '/var/lib/postgresql/.pgpass',
    passwords: { superuser: 'PASSWORD-1', replication: 'PASSWORD-2' },
    times: { ttl: 30, loopWait: 10, retryTimeout: 10 },
  })
  const haproxy = formatHaproxyConfiguration(
    '127.0.0.1:5432',
    hosts.map((host, index) => ({ name: `db${index + 1}`, postgres: `${host}:5432`, patroniPort: 8008 })),
  )
  await checkGeneratedBlocks(new URL('../../gateway/HIGH-AVAILABILITY.md', import.meta.url), {
    patroni: `\`\`\`yaml\n${patroni}\`\`\``,
    haproxy: `\`\`\`\n${haproxy}\`\`\``,
  })
})

function describeBounds({ bounds }: Attack): string {
  return Object.values(bounds)
    .map(({ label, unit, atMost }) => `${label}: at most ${atMost.toLocaleString('en-GB')} ${unit}`.trim())
    .join('; ')
}

function goalsOf(scenario: Scenario): string {
  const options = (receipts: boolean): ScenarioOptions => ({
    ...scenario.defaults,
    seconds: scenario.defaults.seconds,
    receipts,
    requestsPerSecond: undefined,
    timeoutMs: 0,
    patienceMs: 0,
    say: () => {},
  })
  const goals = [...scenario.figures(options(false)), ...scenario.figures(options(true)).filter(isOfReceipts)]
  return goals.flatMap(describeGoal).join('; ')
}

function isOfReceipts({ key }: FigureSpec): boolean {
  return key.startsWith('delivered')
}

function describeGoal({ label, unit, goal }: FigureSpec): readonly string[] {
  if (goal === undefined) return []
  const [word, limit] = 'atLeast' in goal ? ['at least', goal.atLeast] : ['at most', goal.atMost]
  return [`${label}: ${word} ${limit.toLocaleString('en-GB')} ${unit}`]
}
