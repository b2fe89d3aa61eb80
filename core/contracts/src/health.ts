/**
 * How an instance is doing. `degraded`: it works with limits (one of two links down). `down`: it does not work.
 * `reason` is for the operator.
 * @stability stable
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly reason?: string | undefined
}
