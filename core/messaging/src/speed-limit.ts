import { GatewayError, type SpeedLimit } from '@heliograph/contracts'

/** The most parts that a limit may name, and the longest time, in seconds. */
export const MAX_SPEED_PARTS = 1_000_000_000
export const MAX_SPEED_SECONDS = 86_400

/** Throws `invalid`/`bad-speed-limit` with `details`. */
export function checkSpeedLimit({ parts, seconds }: SpeedLimit): void {
  const details: Record<string, string> = {}
  if (!isWhole(parts, MAX_SPEED_PARTS)) details.parts = `must be a whole number from 1 to ${MAX_SPEED_PARTS}`
  if (!isWhole(seconds, MAX_SPEED_SECONDS)) details.seconds = `must be a whole number from 1 to ${MAX_SPEED_SECONDS}`
  if (Object.keys(details).length > 0)
    throw new GatewayError('invalid', 'bad-speed-limit', 'The speed limit cannot be used', { details })
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most
}
