import type { ReceiptNotice, ReceiptRequest } from '@heliograph/contracts'
import { formatXml, type XmlDraft, xml } from '@heliograph/wire'
import type { ReceiptContext } from './receipt-form.ts'
import { mapReport } from './records.ts'

/** Writes a receipt as Infobip does: a list of reports, here of one. */
export function formatReceipt(notice: ReceiptNotice, context: string): ReceiptRequest {
  return formatReceipts([notice], context)
}

/** Writes receipts as a list of reports. */
export function formatReceipts(notices: readonly ReceiptNotice[], context: string): ReceiptRequest {
  const form = JSON.parse(context) as ReceiptContext
  const reports = notices.map((notice) => reportOf(notice, form))
  if (!form.isXml)
    return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ results: reports }) }
  const elements = reports.map((report) => elementOf('results', report))
  return {
    headers: { 'Content-Type': 'application/xml' },
    body: formatXml(xml('SMSReportResponse', {}, elements)),
  }
}

function reportOf(notice: ReceiptNotice, { bulkId, labels, version }: ReceiptContext) {
  const { acceptedAt: sentAt, at: doneAt, errorId, from, messageId, parts, reference, state, to } = notice
  const facts = { bulkId, messageId, from, to, state, errorId, parts, reference, sentAt, doneAt, labels }
  return mapReport(facts, version)
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
