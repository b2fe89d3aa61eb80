import { MAX_FRAME_LENGTH } from './frame-reader.ts'
import type { SessionOptions } from './types.ts'

/** Options with their defaults. */
export interface SessionSettings {
  readonly window: number
  readonly maxIncoming: () => number
  readonly responseTimeoutMs: () => number
  readonly enquireLinkMs: number
  readonly inactivityMs: number
  readonly unbindTimeoutMs: number
  readonly maxLength: number
}

export function sessionSettings(options: SessionOptions): SessionSettings {
  const { maxIncoming = 100, responseTimeoutMs = 30_000 } = options
  return {
    window: options.window ?? 10,
    maxIncoming: typeof maxIncoming === 'number' ? () => maxIncoming : maxIncoming,
    responseTimeoutMs: typeof responseTimeoutMs === 'number' ? () => responseTimeoutMs : responseTimeoutMs,
    enquireLinkMs: options.enquireLinkMs ?? 30_000,
    inactivityMs: options.inactivityMs ?? 0,
    unbindTimeoutMs: options.unbindTimeoutMs ?? 5_000,
    maxLength: options.maxLength ?? MAX_FRAME_LENGTH,
  }
}
