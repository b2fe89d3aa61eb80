/**
 * How an instance is doing. `degraded` works with limits (one of two links down), `down` does not work; `reason` is for the operator.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly reason?: string | undefined
}
