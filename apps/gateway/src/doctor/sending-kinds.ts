import type { PriorityName } from '@heliograph/contracts'
import { describeHold, type Survey, type SurveyedLink } from '@heliograph/engine'
import { priorityName } from '@heliograph/messaging'
import { counted, duration, type FindingKind, inSurvey, when } from './finding-kind.ts'

/** How long messages may be due, as in the alert rules: those that people wait for, and the others. */
const URGENT_SECONDS = 30
const PATIENT_SECONDS = 1_800

/** Priorities of messages that people wait for. */
const URGENT: ReadonlySet<PriorityName> = new Set(['CRITICAL', 'HIGH'])

/** How long a webhook may be due before a node has taken it. */
const WEBHOOK_SECONDS = 60

/** A few receipts overtake the answers they are for. */
const MOST_UNMATCHED = 100

const BROKEN: ReadonlySet<SurveyedLink['state']> = new Set(['down', 'connecting', 'refused'])

/** Links, routes, messages and webhooks. */
export const SENDING_KINDS: readonly FindingKind[] = [
  {
    id: 'link-down',
    severity: 'error',
    meaning: 'a link is not up on the node that has it',
    remedy:
      'heliograph links on that node; refused: password, IP address or too many binds; else address and firewall.',
    find: inSurvey(({ links }) =>
      links
        .filter(({ node, state }) => node !== null && BROKEN.has(state))
        .map(({ link, node, state }) => `Link ${link} on node ${node} is ${state}.`),
    ),
  },
  {
    id: 'link-without-node',
    severity: 'warning',
    meaning: 'nodes are configured with a link and none has taken it',
    remedy: 'Look whether the nodes with this link have the role dispatch and the time of the database.',
    find: inSurvey(({ links }) =>
      links
        .filter(({ node, pause }) => node === null && pause === null)
        .map(({ link }) => `Link ${link} is used by no node.`),
    ),
  },
  {
    id: 'link-paused',
    severity: 'warning',
    meaning: 'an operator has paused a link',
    remedy: 'Once the reason is gone, resume it in the portal.',
    find: inSurvey(({ links }) =>
      links.flatMap(({ link, pause }) =>
        pause === null ? [] : [`Link ${link} has been paused since ${pause.at.toISOString()}.`],
      ),
    ),
  },
  {
    id: 'route-without-link',
    severity: 'error',
    meaning: 'no link of a route is up, or all of them are paused: its messages wait',
    remedy:
      'Bring one of its links up, or change routes and routing: heliograph route test shows what a message takes.',
    find: ({ survey, routes }) =>
      survey === undefined ? [] : closedRoutes(survey, routes).map((route) => `Route ${route} has no link to send by.`),
  },
  {
    id: 'sending-held',
    severity: 'warning',
    meaning: 'an operator, or a restore, has put sending on hold',
    remedy: 'Once the reason is gone: heliograph sending resume.',
    find: inSurvey(({ holds }) => holds.map((hold) => `Sending is on hold: ${describeHold(hold)}.`)),
  },
  {
    id: 'queue-old-urgent',
    severity: 'error',
    meaning: 'a message of priority CRITICAL or HIGH has been due for 30 seconds',
    remedy: 'Look at links and holds above; if links are idle, look at the log of the node that has them.',
    find: inSurvey((survey) => oldQueues(survey, true, URGENT_SECONDS)),
  },
  {
    id: 'queue-old',
    severity: 'warning',
    meaning: 'a message of another priority has been due for 30 minutes',
    remedy: 'Expected in a campaign: the rate of the links divides the queue. Otherwise look at links and holds above.',
    find: inSurvey((survey) => oldQueues(survey, false, PATIENT_SECONDS)),
  },
  {
    id: 'unknown-outcomes',
    severity: 'warning',
    meaning: 'messages may or may not have been sent, and receipts or someone must decide',
    remedy: 'heliograph unknown list, then unknown settle or unknown resend.',
    find: inSurvey(({ unknown }) => {
      const messages = unknown.reduce((sum, count) => sum + count.messages, 0)
      return when(messages > 0, `The outcome of ${counted(messages, 'message')} is unknown.`)
    }),
  },
  {
    id: 'receipts-unmatched',
    severity: 'warning',
    meaning: 'more than 100 receipts fit no message',
    remedy: 'Does the network write ids in another way than in its answers, or do two gateways share a login?',
    find: inSurvey(({ figures: { unmatched } }) =>
      when(unmatched.receipts > MOST_UNMATCHED, `Receipts that fit no message: ${unmatched.receipts}.`),
    ),
  },
  {
    id: 'webhooks-late',
    severity: 'error',
    meaning: 'a webhook has been due for a minute and no node has taken it',
    remedy: 'Start a node with the role webhooks, or raise webhooks.concurrency.',
    find: inSurvey(({ figures: { webhooks } }) =>
      when(webhooks.dueSeconds > WEBHOOK_SECONDS, `A webhook has been due for ${duration(webhooks.dueSeconds)}.`),
    ),
  },
  {
    id: 'webhooks-paused',
    severity: 'warning',
    meaning: 'endpoints of clients fail so often that they get only probes',
    remedy:
      'heliograph webhooks list --state pending; tell the client, or if there are many look at DNS and proxies here.',
    find: inSurvey(({ figures: { webhooks } }) =>
      when(
        webhooks.pausedEndpoints > 0,
        `Endpoints that fail: ${webhooks.pausedEndpoints}; the oldest webhook has waited for ${duration(webhooks.waitingSeconds)}.`,
      ),
    ),
  },
  {
    id: 'credit-low',
    severity: 'warning',
    meaning: 'enabled prepaid clients have less credit than `defaults.lowCredit`',
    remedy: 'heliograph client list shows them, heliograph client set --add-credit gives more.',
    find: inSurvey(({ slow }) =>
      when(slow.lowCreditClients > 0, `Clients with little credit left: ${slow.lowCreditClients}.`),
    ),
  },
]

/** Those that this node or a link of any node knows. Without any node there is no link either, which is told anyway. */
function closedRoutes({ nodes, links }: Survey, configured: readonly string[]): readonly string[] {
  if (nodes.length === 0) return []
  const open = new Set(
    links.filter(({ state, pause }) => state === 'up' && pause === null).flatMap(({ routes }) => routes),
  )
  const all = new Set([...configured, ...links.flatMap(({ routes }) => routes)])
  return [...all].filter((route) => !open.has(route)).sort()
}

function oldQueues({ waiting, at }: Survey, isUrgent: boolean, limitSeconds: number): readonly string[] {
  return waiting.flatMap(({ route, priority, messages, oldestAt }) => {
    const name = priorityName(priority)
    const seconds = (at.getTime() - oldestAt.getTime()) / 1000
    const text = `Waiting for route ${route}: ${counted(messages, 'message')} of priority ${name}, one for ${duration(seconds)}.`
    return when(URGENT.has(name) === isUrgent && seconds > limitSeconds, text)
  })
}
