import type { AuditLog, Logger, Metrics, Principal, PublicClient } from '@heliograph/contracts'

/** What became of unsigned links of a client: they ask for a click now, or change nothing more. */
export type AlarmLevel = 'asking' | 'refusing'

/** Told when unsigned links change more contacts of a client than usual. */
export type RaiseAlarm = (client: PublicClient, level: AlarmLevel, changes: number) => void

export interface AlarmContext {
  readonly instanceId: string
  readonly logger: Logger
  readonly metrics: Metrics
  readonly auditLog: Pick<AuditLog, 'note'>
}

/** Creates a function that logs, counts and notes an alarm in the audit log of the client. */
export function createAlarm({ instanceId, logger, metrics, auditLog }: AlarmContext): RaiseAlarm {
  const alarms = metrics.counter(
    'subscription_web_alarms',
    'Hours in which unsigned links changed too many contacts of a client',
    ['level'],
  )
  return (client, level, changes) => {
    const { clientId } = client
    alarms.add(1, { level })
    logger.warn({ clientId, changes, level }, 'Unsigned links change many contacts of a client')
    // `note` never rejects.
    void auditLog.note(gatewayFor(client, instanceId), {
      action: 'link-changes-capped',
      subject: `client ${clientId}`,
      detail: { changes: String(changes), level },
    })
  }
}

/** The instance in the place of a user: no user has the id 0. */
function gatewayFor({ clientId, country, name }: PublicClient, instanceId: string): Principal {
  return {
    clientId,
    clientName: name,
    country,
    currency: '',
    priority: null,
    rateLimit: 0,
    userId: 0,
    email: instanceId,
    role: 'user',
    keyId: null,
    scope: 'send',
  }
}
