import type { Metrics } from '@heliograph/contracts'

/** The outcome of a mail. */
export type MailResult = 'sent' | 'dropped' | 'refused' | 'put-off'
export type LogInResult = 'ok' | 'refused' | 'unavailable'

/** What the server counts. */
export interface ServerMetrics {
  mail(result: MailResult): void
  logIn(result: LogInResult): void
}

/** The current numbers of connections. */
export interface ConnectionCounts {
  connections(): number
  /** Those that have not logged in, and how many such were closed so far to make room for others. */
  strangers(): { readonly now: number; readonly displaced: number }
}

/** Registers the metrics. */
export function createServerMetrics(metrics: Metrics, server: ConnectionCounts): ServerMetrics {
  metrics.gauge('email_connections', 'Connections of mail programs and servers').collect(() => server.connections())
  metrics.gauge('email_strangers', 'Connections that have not logged in').collect(() => server.strangers().now)
  metrics
    .gauge('email_displaced', 'Connections closed since the start because others came before they had logged in')
    .collect(() => server.strangers().displaced)
  const mails = metrics.counter('email_mails', 'Mails that came whole', ['result'])
  const logIns = metrics.counter('email_log_ins', 'Attempts to log in', ['result'])
  return {
    mail: (result) => mails.add(1, { result }),
    logIn: (result) => logIns.add(1, { result }),
  }
}
