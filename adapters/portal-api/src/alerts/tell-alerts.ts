import type { AlertNotice, AlertNotices, Clock, HttpClient, Mail } from '@heliograph/contracts'
import { mailSubject } from '../mail/mail-subject.ts'
import { alertMailText } from './alert-texts.ts'

/** Notices taken at once. */
const MOST = 20

/** How long telling one may take. */
const LIMIT_MS = 30_000

export interface TellAlertsOptions {
  readonly notices: AlertNotices
  /** Undefined: no mail is configured. */
  readonly mail: Mail | undefined
  readonly http: HttpClient
  readonly clock: Clock
  readonly publicUrl: () => string
  /** The name of the product. */
  readonly product: string
}

/**
 * Tells people about alerts, by mail and by calling URLs, until all are told or `stopped` aborts. Every node may do
 * it: a notice is given to one at a time.
 */
export async function tellAlerts(options: TellAlertsOptions, stopped: AbortSignal): Promise<void> {
  for (;;) {
    const taken = await options.notices.take(MOST)
    for (const notice of taken) {
      if (stopped.aborted) return
      await options.notices.settle(notice.noticeId, await tell(options, notice, stopped))
    }
    if (taken.length < MOST) return
  }
}

type Outcome = Parameters<AlertNotices['settle']>[1]

async function tell(options: TellAlertsOptions, notice: AlertNotice, stopped: AbortSignal): Promise<Outcome> {
  const limit = new AbortController()
  const cancel = options.clock.after(LIMIT_MS, () => limit.abort())
  const signal = AbortSignal.any([stopped, limit.signal])
  try {
    return await (notice.medium === 'mail' ? sendMail(options, notice, signal) : callUrl(options, notice, signal))
  } catch (error) {
    const { failure, message } = error as { readonly failure?: unknown; readonly message?: unknown }
    const isFinal = failure === 'permanent' || failure === 'blocked' || failure === 'invalid-url'
    return { problem: String(message), isFinal }
  } finally {
    cancel()
  }
}

async function sendMail({ mail, product, publicUrl }: TellAlertsOptions, notice: AlertNotice, signal: AbortSignal) {
  if (mail === undefined) return { problem: 'no mail is configured', isFinal: true }
  const { subject, text } = alertMailText(notice, `${publicUrl()}/portal/alerts`)
  await mail.send(
    {
      to: notice.target,
      subject: mailSubject(subject, product),
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      idempotencyKey: `alert:${notice.event.eventId}:${notice.phase}:${notice.noticeId}`,
    },
    signal,
  )
  return 'sent' as const
}

async function callUrl({ http }: TellAlertsOptions, notice: AlertNotice, signal: AbortSignal): Promise<Outcome> {
  const { clientId, currency, event, phase, target } = notice
  const { status } = await http.request({
    method: 'POST',
    url: target,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'alert', phase, clientId, currency, ...event }),
    timeoutMs: LIMIT_MS,
    signal,
  })
  return status >= 200 && status < 300 ? 'sent' : { problem: `answered ${status}`, isFinal: false }
}
