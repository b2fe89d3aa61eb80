import { addPortalKey } from '../gateway/accounts.ts'
import { requireOwn } from '../gateway/bench-gateway.ts'
import { waitForIdleMachine } from '../meters/idle-machine.ts'
import { askPortal, figuresOfQuestions, PORTAL_API, type Question } from './ask-portal.ts'
import { DAYS, fillFigures } from './fill-figures.ts'
import type { Scenario } from './scenario.ts'

const GOAL_MS = 300
const DAY_MS = 86_400_000

const KINDS = [
  { key: 'week', label: 'last week by day', days: 7, step: 'day', divisions: [undefined], every: false },
  { key: 'half', label: '200 days by day', days: DAYS / 2, step: 'day', divisions: [undefined], every: false },
  {
    key: 'divided',
    label: '200 days by week, divided by one thing',
    days: DAYS / 2,
    step: 'week',
    divisions: ['channel', 'user', 'origin', 'calling-code', 'state', 'error', 'campaign'],
    every: false,
  },
  {
    key: 'every',
    label: '200 days of all clients by month, divided by one thing',
    days: DAYS / 2,
    step: 'month',
    divisions: ['client', 'origin', 'calling-code', 'state', 'error', 'link'],
    every: true,
  },
] as const

/** Reports of past days, compared with the days before them. */
export const figures: Scenario = {
  name: 'figures',
  description: 'reports by period over 100 million messages that have been counted, through the API of the portal',
  defaults: { clients: 1, messages: 100_000_000, warmup: 0, receipts: false },
  title: ({ messages }) => `reports over ${messages} messages of 201 clients in ${DAYS} days`,
  plan: () => ({ simulator: {}, instances: PORTAL_API }),
  figures: () => figuresOfQuestions(KINDS, GOAL_MS),
  async measure(gateway, options) {
    const { deployment, clientId } = requireOwn(gateway)
    await fillFigures(gateway.sql, clientId, options.messages)
    const apiKey = await addPortalKey(deployment, clientId, 'operator')
    const quiet = await waitForIdleMachine(options)
    const asked = await askPortal(gateway, apiKey, questionsOf(Date.now(), options.messages), options)
    return { ...asked, disturbed: !quiet.quiet, loopMs: quiet.loopMs, details: { quiet } }
  },
}

function questionsOf(now: number, messages: number): readonly Question[] {
  const tomorrow = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return KINDS.map(({ key, label, days, step, divisions, every }) => ({
    key,
    label,
    paths: divisions.map((by) => {
      const period = { from: dayOf(tomorrow - days * DAY_MS), until: dayOf(tomorrow), step }
      const query = new URLSearchParams(period)
      if (by !== undefined) query.set('by', by)
      if (every) query.set('everyClient', 'true')
      return `/figures?${query}`
    }),
    check(answer) {
      const counted = (answer as { readonly total: { readonly messages: number } }).total.messages
      const share = every ? 1 : 0.5
      return counted >= (messages * share * days) / DAYS ? undefined : `counted ${counted}`
    },
  }))
}
