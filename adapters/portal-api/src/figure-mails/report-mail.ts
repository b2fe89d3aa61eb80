import type { Clock, DueReport, MailMessage, Principal } from '@heliograph/contracts'
import { daysOf } from '@heliograph/messaging'
import { figureReader } from '../endpoints/figures/figure-reader.ts'
import { figuresAsCsv } from '../endpoints/figures/figures-as-csv.ts'
import { periodBefore } from '../endpoints/figures/period.ts'
import { mailSubject } from '../mail/mail-subject.ts'
import type { PortalServices } from '../services.ts'
import { reportMailTexts } from './report-mail-texts.ts'

/** The figures of a report as a mail to its owner: as text, and as CSV. */
export async function reportMail(
  services: PortalServices,
  clock: Clock,
  given: { report: DueReport; principal: Principal; product: string; portalUrl: string },
): Promise<MailMessage> {
  const { report, principal, product, portalUrl } = given
  const { by, everyClient, language, monday, name, period, reportId, step } = report
  const days = daysOf(period, clock.now())
  const query = { ...days, step, by, everyClient }
  const reader = figureReader(services, principal, query)
  const before = periodBefore(days)
  const [{ figures }, { figures: former }, csv] = await Promise.all([
    reader.whole(days),
    reader.whole(before),
    figuresAsCsv(services, principal, query),
  ])
  const currency = reader.isOfAll ? null : principal.currency
  const { subject, text } = reportMailTexts({ language, name, days, figures, former, currency, portalUrl })
  return {
    to: principal.email,
    subject: mailSubject(subject, product),
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [{ name: `figures-${days.from}-${days.until}.csv`, type: 'text/csv; charset=utf-8', content: csv }],
    idempotencyKey: `report:${reportId}:${monday}`,
  }
}
