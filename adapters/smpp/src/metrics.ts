import type { Metrics } from '@heliograph/contracts'

/** The result of a bind, for the metrics. */
export type BindResult =
  | 'ok'
  | 'wrong-login'
  | 'locked'
  | 'disabled'
  | 'address'
  | 'too-many'
  | 'unavailable'
  | 'closed'

/** The events that the server counts. */
export interface ServerMetrics {
  bind(result: BindResult): void
  submit(status: string): void
  push(kind: 'receipt' | 'incoming', result: 'taken' | 'refused' | 'later'): void
}

/** The current numbers of connections and sessions. */
export interface ConnectionCounts {
  connections(): number
  /** Those that are not bound, from their first octet on. */
  unbound(): number
  /** Connections that were closed, before they had bound, to make room for others. */
  displaced(): number
  sessions(kind: BindKind): number
}

/** Registers the metrics. */
export function createServerMetrics(metrics: Metrics, counts: ConnectionCounts): ServerMetrics {
  metrics.gauge('smpp_connections', 'Connections of clients, bound or not').collect(() => counts.connections())
  metrics.gauge('smpp_unbound', 'Connections that are not bound').collect(() => counts.unbound())
  metrics
    .gauge('smpp_displaced', 'Connections closed since the start because others came before they had bound')
    .collect(() => counts.displaced())
  const open = metrics.gauge('smpp_sessions', 'Sessions of clients that are bound', ['bind'])
  for (const kind of BIND_KINDS) open.collect(() => counts.sessions(kind), { bind: kind })
  const binds = metrics.counter('smpp_binds', 'Attempts to bind', ['result'])
  const submits = metrics.counter('smpp_submits', 'Answers to submit_sm, submit_multi and data_sm', ['status'])
  const pushes = metrics.counter('smpp_deliveries', 'Attempts at deliver_sm', ['kind', 'result'])
  return {
    bind: (result) => binds.add(1, { result }),
    submit: (status) => submits.add(1, { status }),
    push: (kind, result) => pushes.add(1, { kind, result }),
  }
}

export const BIND_KINDS = ['transmitter', 'receiver', 'transceiver'] as const
export type BindKind = (typeof BIND_KINDS)[number]
