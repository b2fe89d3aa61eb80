import type { OutgoingMessage } from '@heliograph/contracts'
import type { PartRow } from '../lifecycle/sent-parts.ts'
import type { EarlierParts } from './links/queued-message.ts'

/** The parts of a message that are still to be sent, and what a network has already. */
export interface RemainingParts {
  readonly only: NonNullable<OutgoingMessage['only']>
  readonly earlier: EarlierParts
}

/**
 * Which parts of a message are still to be sent: those of its latest series that were left behind, and those of unknown
 * outcome if they are to be sent again. `rows`: those of this message, by attempt. Undefined when all of it is to be
 * sent.
 */
export function findRemaining(
  rows: readonly PartRow[],
  parts: number,
  resendsUnknown: (link: string) => boolean,
): RemainingParts | undefined {
  const series = Math.max(0, ...rows.map((row) => row.series))
  const latest = latestOfSeries(rows, series)
  const last = rows.at(-1)
  // There are fewer when a network took the message as a whole.
  if (last === undefined || latest.size < parts) return undefined
  const resends = resendsUnknown(last.link)
  const states = [...latest.values()]
  const isLeft = ({ state }: PartRow) => state === 'retrying' || (state === 'unknown' && resends)
  const only = states
    .filter(isLeft)
    .map(({ part }) => part)
    .sort((a, b) => a - b)
  if (only.length === parts) return undefined
  const isUncertain = states.some((row) => row.state === 'unknown' && !isLeft(row))
  return { only, earlier: { link: last.link, series, isUncertain } }
}

/**
 * Each part of a series as it was left last; `rows` are by attempt. A part that a network has taken once is there,
 * whatever became of it at a later attempt.
 */
export function latestOfSeries<R extends PartRow>(rows: readonly R[], series: number): ReadonlyMap<number, R> {
  const latest = new Map<number, R>()
  for (const row of rows) {
    const known = latest.get(row.part)
    if (row.series === series && !(known !== undefined && isTaken(known))) latest.set(row.part, row)
  }
  return latest
}

export function isTaken({ state }: PartRow): boolean {
  return state === 'submitted' || state === 'delivered'
}

/** Whether it is known that a network has the part or has refused it, so that it is not sent again. */
export function isCertain({ state }: Pick<PartRow, 'state'>): boolean {
  return state !== 'unknown' && state !== 'retrying'
}
