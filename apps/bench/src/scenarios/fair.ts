import { addAccount } from '../gateway/accounts.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import { runLoad } from '../generator/generator-process.ts'
import { percentile } from '../report/statistics.ts'
import { handoverDelays } from './handover-delays.ts'
import { loadJob } from './load-job.ts'
import type { Scenario } from './scenario.ts'

const PARTS_PER_SECOND = 200
const PASSWORDS_PER_SECOND = 20
const PASSWORDS = 200
const DESTINATIONS = 1000
const OTHER = { name: 'Passwords', number: '27820005678', user: 'passwords' }

/** One client's campaign and another's one-time passwords, of the same priority, on a slow link. */
function fair(fairness: 'order' | 'clients', goal?: { readonly atMost: number }): Scenario {
  return {
    name: `fair-${fairness}`,
    description: `one-time passwords of one client beside a campaign of another, \`dispatch.fairness: ${fairness}\``,
    defaults: { clients: 1, messages: 6000, warmup: 0, receipts: false },
    title: ({ messages }) =>
      `${PASSWORDS} one-time passwords, ${PASSWORDS_PER_SECOND}/s, beside ${messages} messages of another client on a link of ${PARTS_PER_SECOND} parts/s`,
    plan: ({ receipts }) => ({
      simulator: { receipts, rate: PARTS_PER_SECOND, history: 100_000 },
      sections: { dispatch: { fairness } },
    }),
    figures: () => [
      { key: 'p50', label: 'passwords handed to the link after, median', unit: 'ms', digits: 0 },
      { key: 'p95', label: 'passwords handed to the link after, 95th percentile', unit: 'ms', digits: 0, goal },
      { key: 'max', label: 'passwords handed to the link after, longest', unit: 'ms', digits: 0 },
      { key: 'perSecond', label: 'handed over in all while they came', unit: 'messages/s', digits: 1 },
    ],
    async measure(gateway, options) {
      const { deployment } = requireOwn(gateway)
      const { apiKey } = await addAccount(deployment, OTHER)
      const requests = Math.ceil(options.messages / DESTINATIONS)
      const firstNumber = requests * DESTINATIONS
      const campaign = await runLoad(
        loadJob(gateway, {
          clients: options.clients,
          requests,
          request: { kind: 'batch', destinations: DESTINATIONS },
        }),
        options,
      )
      const before = await gateway.simulator.stats()
      const passwords = await runLoad(
        {
          ...loadJob(gateway, { clients: 4, requests: PASSWORDS, firstNumber, keepTimes: true }),
          apiKey,
          pace: { kind: 'open', requestsPerSecond: PASSWORDS_PER_SECOND },
        },
        options,
      )
      const after = await gateway.simulator.stats()
      const delays = await handoverDelays(gateway, passwords, firstNumber, options)
      const problems: string[] = []
      if (campaign.accepted !== firstNumber)
        problems.push(`campaign of ${campaign.accepted} instead of ${firstNumber}: ${campaign.firstError}`)
      if (delays.length !== PASSWORDS) problems.push(`${delays.length} of ${PASSWORDS} passwords reached the network`)
      if (after.messages >= firstNumber) problems.push('the campaign was over before the passwords')
      return {
        complete: problems.length === 0,
        problems,
        disturbed: false,
        values: {
          p50: percentile(delays, 50),
          p95: percentile(delays, 95),
          max: percentile(delays, 100),
          perSecond: ((after.messages - before.messages) / (passwords.lastAtMs - passwords.firstAtMs)) * 1000,
        },
        details: { campaign: campaign.latency, accepted: passwords.latency },
      }
    },
  }
}

/** Under both settings. */
export const FAIR: readonly Scenario[] = [fair('order'), fair('clients', { atMost: 250 })]
