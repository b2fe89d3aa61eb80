import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { formatXml, type XmlDraft, xml } from '@heliograph/wire'
import type { ReceiptContext } from './receipt-form.ts'
import { mapReport } from './records.ts'

/** Writes a receipt as Infobip does: a list of reports, here of one. */
export function formatReceipt(notice: ReceiptNotice, context: string): ReceiptRequest {
  const { bulkId, isXml, labels, version } = JSON.parse(context) as ReceiptContext
  const { acceptedAt, at, errorId, from, messageId, parts, reference, state, to } = notice
  const facts = {
    bulkId,
    messageId,
    from,
    to,
    state,
    errorId,
    parts,
    reference,
    sentAt: acceptedAt,
    doneAt: at,
    labels,
  }
  const report = mapReport(facts, version)
  if (!isXml) return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ results: [report] }) }
  const body = formatXml(xml('SMSReportResponse', {}, [elementOf('results', report)]))
  return { headers: { 'Content-Type': 'application/xml' }, body }
}

/** A value as an element, its fields as elements within. */
function elementOf(name: string, value: unknown): XmlDraft {
  if (typeof value !== 'object' || value === null) return xml(name, {}, [String(value)])
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return xml(
    name,
    {},
    fields.map(([field, content]) => elementOf(field, content)),
  )
}
