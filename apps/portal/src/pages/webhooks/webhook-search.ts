import type { Schemas } from '../../api/client.ts'

export const KINDS = ['dlr', 'incoming', 'opt-out', 'opt-in'] as const satisfies readonly Schemas['WebhookKind'][]
export const STATES = ['pending', 'delivered', 'failed'] as const satisfies readonly Schemas['WebhookState'][]

/** How far back a list goes, in milliseconds. */
export const PERIODS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
export type Period = keyof typeof PERIODS

/** The state of the page, as the address bar has it. */
export interface WebhookSearch {
  readonly kind?: Schemas['WebhookKind'] | undefined
  readonly state?: Schemas['WebhookState'] | undefined
  readonly channelId?: number | undefined
  readonly subjectId?: number | undefined
  readonly period?: Period | undefined
  /** For operators: webhooks of all clients. */
  readonly everyClient?: true | undefined
  /** The webhook whose details are shown. */
  readonly webhook?: number | undefined
}

/** Anything that cannot be read counts as absent. */
export function readWebhookSearch(given: Readonly<Record<string, unknown>>): WebhookSearch {
  return {
    kind: KINDS.find((kind) => kind === given.kind),
    state: STATES.find((state) => state === given.state),
    channelId: readId(given.channelId),
    subjectId: readId(given.subjectId),
    period: (Object.keys(PERIODS) as Period[]).find((period) => period === given.period),
    everyClient: given.everyClient === true || given.everyClient === 'true' ? true : undefined,
    webhook: readId(given.webhook),
  }
}

function readId(value: unknown): number | undefined {
  const id = Number(value ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The start of the period, to the minute, so that the query stays the same within one. */
export function sinceOf(period: Period | undefined, now: number): string | undefined {
  if (period === undefined) return undefined
  return new Date(Math.floor((now - PERIODS[period]) / 60_000) * 60_000).toISOString()
}
