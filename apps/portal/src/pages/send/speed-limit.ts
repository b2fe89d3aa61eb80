import type { Schemas } from '../../api/client.ts'

export type SpeedLimit = Schemas['SpeedLimit']

/** The times that a limit can be chosen for, in seconds. */
export const SPEED_UNITS = { minute: 60, hour: 3_600, day: 86_400 } as const

export const MOST_PARTS = 1_000_000_000

/** How long so many parts take, in milliseconds. */
export function sendingTime(parts: number, limit: SpeedLimit): number {
  return (parts * limit.seconds * 1_000) / limit.parts
}
