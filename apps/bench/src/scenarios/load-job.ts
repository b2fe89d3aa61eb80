import { SYSTEM_ID, smppPasswordOf } from '../gateway/accounts.ts'
import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { SMPP } from '../gateway/gateway-plan.ts'
import type { LoadJob } from '../generator/job.ts'
import type { SmppJob } from '../smpp-generator/job.ts'

/** A job for this gateway; by default, values for a measurement of single sends. */
export function loadJob(gateway: BenchGateway, job: Partial<LoadJob> & Pick<LoadJob, 'clients' | 'requests'>): LoadJob {
  return {
    host: gateway.http.hostname,
    port: Number(gateway.http.port),
    apiKey: gateway.apiKey,
    request: { kind: 'single' },
    pace: { kind: 'closed', thinkMs: 0 },
    seconds: undefined,
    firstNumber: 0,
    keepTimes: false,
    ...job,
  }
}

/** Number of submits that each SMPP session of a measurement keeps unanswered. */
export const SMPP_WINDOW = 100

/** Like `loadJob`, but over SMPP. Throws when the gateway has no SMPP server. */
export function smppJob(
  gateway: BenchGateway,
  job: Partial<SmppJob> & Pick<SmppJob, 'sessions' | 'messages'>,
): SmppJob {
  const port = gateway.portOf(SMPP)
  if (port === null) throw new Error('The gateway has no SMPP server')
  return {
    host: gateway.http.hostname,
    port,
    systemId: SYSTEM_ID,
    password: smppPasswordOf(gateway.apiKey),
    window: SMPP_WINDOW,
    seconds: undefined,
    messagesPerSecond: undefined,
    receipts: true,
    firstNumber: 0,
    reconnect: false,
    patienceMs: 30_000,
    keepIds: false,
    ...job,
  }
}
