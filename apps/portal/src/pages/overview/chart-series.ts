import type { Schemas } from '../../api/client.ts'
import { groupOf, STATE_GROUP_NAMES, STATE_GROUPS } from '../../components/state-groups.ts'

type Overview = Schemas['Overview']

const MINUTE_MS = 60_000

/** How the bars are divided. */
export type Division = 'state' | 'origin'

/** A bar: when it begins, and how many messages it has of each series. */
export type Bar = { readonly at: string } & Readonly<Record<string, number | string>>

export interface Series {
  readonly name: string
  readonly color: string
  readonly messages: number
}

/** The colours of interfaces have no meaning: they only tell them apart. */
const ORIGIN_COLORS = ['sea.6', 'indigo.4', 'cyan.6', 'grape.4', 'lime.6', 'pink.4', 'violet.3', 'gray.5']

/** Every step of the period up to now, including those without messages. */
export function barsOf({ counts, from, stepMinutes }: Overview, division: Division, now: number): readonly Bar[] {
  const bars = new Map<number, Record<string, number | string>>()
  for (let at = Date.parse(from); at <= now; at += stepMinutes * MINUTE_MS)
    bars.set(at, { at: new Date(at).toISOString() })
  for (const { at, origin, state, messages } of counts) {
    const bar = bars.get(Date.parse(at))
    const name = division === 'state' ? groupOf(state) : origin
    if (bar !== undefined) bar[name] = Number(bar[name] ?? 0) + messages
  }
  return [...bars.values()] as Bar[]
}

/** The series that the bars are divided into, each with its total number of messages. */
export function seriesOf({ counts }: Overview, division: Division): readonly Series[] {
  const totals = new Map<string, number>()
  for (const { origin, state, messages } of counts) {
    const name = division === 'state' ? groupOf(state) : origin
    totals.set(name, (totals.get(name) ?? 0) + messages)
  }
  if (division === 'state')
    return STATE_GROUP_NAMES.filter((name) => totals.has(name)).map((name) => ({
      name,
      color: STATE_GROUPS[name].color,
      messages: totals.get(name) ?? 0,
    }))
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, messages], index) => ({
      name,
      color: ORIGIN_COLORS[index % ORIGIN_COLORS.length] as string,
      messages,
    }))
}
