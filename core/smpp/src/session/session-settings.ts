import { MAX_FRAME_LENGTH } from './frame-reader.ts'
import type { SessionOptions } from './types.ts'

/** Options with their defaults. */
export interface SessionSettings {
  readonly window: number
  readonly maxIncoming: number
  readonly responseTimeoutMs: number
  readonly enquireLinkMs: number
  readonly inactivityMs: number
  readonly unbindTimeoutMs: number
  readonly maxLength: number
  /** How long after the session reads again answers that lay unread may take to come in. */
  readonly graceMs: number
}

const DEFAULT_RESPONSE_TIMEOUT_MS = 30_000
const MAX_GRACE_MS = 5_000

export function sessionSettings(options: SessionOptions): SessionSettings {
  const responseTimeoutMs = options.responseTimeoutMs ?? DEFAULT_RESPONSE_TIMEOUT_MS
  return {
    window: options.window ?? 10,
    maxIncoming: options.maxIncoming ?? 100,
    responseTimeoutMs,
    enquireLinkMs: options.enquireLinkMs ?? 30_000,
    inactivityMs: options.inactivityMs ?? 0,
    unbindTimeoutMs: options.unbindTimeoutMs ?? 5_000,
    maxLength: options.maxLength ?? MAX_FRAME_LENGTH,
    graceMs: Math.min(responseTimeoutMs, MAX_GRACE_MS),
  }
}
