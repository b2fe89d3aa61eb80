import type { Sample } from './sample.ts'

/** How a figure changed from round to round. */
export interface Trend {
  readonly title: string
  /** Its mean in the second half of the rounds. */
  readonly mean: number
  /** How much it grew over that half, as a share of the mean, by a straight line through the means of the rounds. */
  readonly growth: number
}

/** A figure that has to stay as it is. */
export interface LevelFigure {
  readonly title: string
  readonly unit: string
  /** Undefined when the sample does not have it. */
  readonly of: (sample: Sample) => number | undefined
}

/** Up to this growth a figure is flat: rounds have different faults and loads. */
const FLAT = 0.1
const LEAST_ROUNDS = 4

export function isFlat({ growth }: Pick<Trend, 'growth'>): boolean {
  return growth <= FLAT
}

/**
 * The means of the rounds. They are compared as wholes, since what is stored grows within each and is dropped after it;
 * one that was cut short is left out.
 */
export function meansByRound(samples: readonly Sample[], of: LevelFigure['of']): readonly number[] {
  const rounds = [...new Set(samples.map(({ round }) => round))]
  const values = rounds.map((number) => samples.filter(({ round }) => round === number).flatMap((one) => of(one) ?? []))
  const longest = Math.max(0, ...values.map(({ length }) => length))
  return values.filter(({ length }) => length > 0 && length >= longest / 2).map(meanOf)
}

/** The trend over the second half of the rounds; undefined for fewer than four. */
export function trendOf(samples: readonly Sample[], { title, of }: LevelFigure): Trend | undefined {
  const means = meansByRound(samples, of)
  if (means.length < LEAST_ROUNDS) return undefined
  const half = means.slice(Math.floor(means.length / 2))
  const mean = meanOf(half)
  return { title, mean, growth: mean === 0 ? 0 : (slopeOf(half) * (half.length - 1)) / mean }
}

/** The slope of the straight line with the least squares through values at 0, 1, 2, ... */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = meanOf(values)
  const up = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  const across = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return across === 0 ? 0 : up / across
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}
