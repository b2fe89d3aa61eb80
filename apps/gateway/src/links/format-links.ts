import type { SendingHold } from '@heliograph/contracts'
import type { LinkState } from '@heliograph/engine'
import { formatTable } from '../table.ts'

/** A link as it is sent over HTTP: dates are ISO 8601 strings. */
export interface LinkReport extends Wire<LinkState> {
  /** Of a gateway of several processes, the one that uses the link; absent when none does. */
  readonly worker?: string
}

/** Something on hold as it is sent over HTTP. */
export type HoldReport = Wire<SendingHold>

type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? readonly Wire<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Wire<T[K]> }
      : T

/** Formats what is on hold for people, above the links; no lines when nothing is. */
export function formatHeld(holds: readonly HoldReport[]): readonly string[] {
  if (holds.length === 0) return []
  const lines = holds.map(({ kind, name, reason, at }) => {
    const what = kind === 'deployment' ? 'all sending' : `${kind} ${name}`
    return `On hold since ${at}: ${what}${reason === '' ? '' : ` (${reason})`}`
  })
  return [...lines, '']
}

/** Formats links for people: a table, and below it each link's problem, waiting messages and connections. */
export function formatLinks(links: readonly LinkReport[]): readonly string[] {
  if (links.length === 0) return ['This node has no links: no instance is a carrier, or it lacks the role dispatch.']
  const head = ['link', 'state', 'bound', 'window', 'rate', 'throttled', 'receipts matched', 'routes']
  const table = [head, ...links.map(toRow)]
  const workers = ['worker', ...links.map(({ worker = '-' }) => worker)]
  const hasWorkers = links.some(({ worker }) => worker !== undefined)
  const [first = [], ...rows] = hasWorkers ? table.map((row, index) => [...row, workers[index] ?? '']) : table
  return [...formatTable(first, rows), ...links.flatMap(formatDetails)]
}

function toRow({ id, status, window, outstanding, partsPerSecond, receipts, routes }: LinkReport): readonly string[] {
  const { state, binds, throttles } = status
  return [
    id,
    state,
    `${binds.filter((bind) => bind.state === 'bound').length}/${binds.length}`,
    `${outstanding}/${window}`,
    partsPerSecond === 0 ? 'no limit' : `${Math.round(partsPerSecond * 10) / 10}/s`,
    String(throttles),
    receipts.matchRate === null ? '-' : `${(receipts.matchRate * 100).toFixed(1)} %`,
    routes.join(', ') || '-',
  ]
}

function formatDetails({ id, worker, status, isPaused, waiting }: LinkReport): readonly string[] {
  const rows = status.binds.map(({ kind, peer, state, outstanding, since }) => [
    `  ${kind}`,
    peer,
    `${state} since ${since}`,
    `${outstanding} unanswered`,
  ])
  const lines = [
    ...(isPaused ? ['  paused by an operator'] : []),
    ...(status.detail === null ? [] : [`  ${status.detail}`]),
    ...waiting.map(
      ({ priority, messages, oldestAt }) => `  ${messages} ${priority} waiting, the oldest since ${oldestAt}`,
    ),
    ...alignColumns(rows),
  ]
  return lines.length === 0 ? [] : ['', worker === undefined ? `${id}:` : `${id}, ${worker}:`, ...lines]
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = rows
  return rows.length === 0 ? [] : formatTable(first, rest)
}
