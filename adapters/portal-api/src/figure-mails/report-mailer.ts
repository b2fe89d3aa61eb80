import type { Clock, DueReport, Logger, Principal } from '@heliograph/contracts'
import type { PortalServices } from '../services.ts'
import { reportMail } from './report-mail.ts'

/** Reports taken at once. */
const MOST = 10

/** How long the relay may take for one. */
const LIMIT_MS = 60_000

export interface ReportMailerOptions {
  readonly services: PortalServices
  readonly clock: Clock
  readonly logger: Logger
  readonly publicUrl: () => string
  /** The name of the product. */
  readonly product: string
}

/** Mails the reports that are due, until `signal` aborts. */
export async function mailReports(options: ReportMailerOptions, signal: AbortSignal): Promise<void> {
  const { directory, mail, reportMails } = options.services
  if (mail === undefined) return
  for (;;) {
    const taken = await reportMails.take(MOST)
    for (const report of taken) {
      if (signal.aborted) return
      const principal = await directory.byUser(report.userId)
      const outcome = principal === undefined ? 'off' : await mailOne(options, { report, principal }, signal)
      await reportMails.settle(report, outcome)
    }
    if (taken.length < MOST) return
  }
}

async function mailOne(
  { clock, logger, product, publicUrl, services }: ReportMailerOptions,
  due: { readonly report: DueReport; readonly principal: Principal },
  stopped: AbortSignal,
): Promise<'sent' | 'later' | 'off'> {
  const limit = new AbortController()
  const cancel = clock.after(LIMIT_MS, () => limit.abort())
  try {
    const mail = await reportMail(services, clock, { ...due, product, portalUrl: `${publicUrl()}/portal` })
    await services.mail?.send(mail, AbortSignal.any([stopped, limit.signal]))
    return 'sent'
  } catch (error) {
    logger.warn({ err: error, report: due.report.reportId }, 'a report could not be mailed')
    const { failure, category } = error as { readonly failure?: unknown; readonly category?: unknown }
    return failure === 'permanent' || category === 'forbidden' ? 'off' : 'later'
  } finally {
    cancel()
  }
}
