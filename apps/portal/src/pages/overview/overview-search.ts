import type { Division } from './chart-series.ts'

/** The periods that can be chosen, in minutes. */
export const PERIODS = [15, 60, 360, 1440] as const
export type Period = (typeof PERIODS)[number]

/** What is shown, as the address has it. */
export interface OverviewSearch {
  /** Absent: an hour. */
  readonly minutes?: Period
  /** Absent: by state. */
  readonly by?: Exclude<Division, 'state'> | undefined
}

/** Reads the known parts of an address; everything else is dropped. */
export function readOverviewSearch({ minutes, by }: Record<string, unknown>): OverviewSearch {
  const period = PERIODS.find((each) => each === Number(minutes))
  return { ...(period !== undefined && { minutes: period }), ...(by === 'origin' && { by }) }
}
