import type { Metrics } from '@heliograph/contracts'

/** The outcome of a mail. */
export type MailResult = 'sent' | 'dropped' | 'refused' | 'put-off'
export type LogInResult = 'ok' | 'refused' | 'unavailable'

/** What the server counts. */
export interface ServerMetrics {
  mail(result: MailResult): void
  logIn(result: LogInResult): void
}

/** Registers the metrics. */
export function createServerMetrics(metrics: Metrics, connections: () => number): ServerMetrics {
  metrics.gauge('email_connections', 'Connections of mail programs and servers').collect(connections)
  const mails = metrics.counter('email_mails', 'Mails that came whole', ['result'])
  const logIns = metrics.counter('email_log_ins', 'Attempts to log in', ['result'])
  return {
    mail: (result) => mails.add(1, { result }),
    logIn: (result) => logIns.add(1, { result }),
  }
}
