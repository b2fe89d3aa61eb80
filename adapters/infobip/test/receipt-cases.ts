import { type ReceiptCase, THERE } from '@heliograph/testkit'
import { send2, send3 } from './requests.ts'

const AT = new Date('2026-11-22T11:02:27.900Z')
const URL = 'https://client.example/reports'

const webhooks = (over: object = {}, more: object = {}) => ({
  webhooks: { delivery: { url: URL, ...over }, callbackData: 'order 7', ...more },
})

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A body that is JSON with these fields of its reports. */
const reports = (...expected: readonly Readonly<Record<string, unknown>>[]) => {
  return (body: unknown) => {
    const { results } = JSON.parse(String(body)) as { readonly results: readonly Record<string, unknown>[] }
    const fits = (fields: Readonly<Record<string, unknown>>, report: Readonly<Record<string, unknown>> = {}) =>
      Object.entries(fields).every(([name, value]) => JSON.stringify(report[name]) === JSON.stringify(value))
    return results.length === expected.length && expected.every((fields, index) => fits(fields, results[index]))
  }
}

/** The requests to a client's server. */
export const receiptCases: readonly ReceiptCase[] = [
  {
    name: 'v3: delivered',
    request: send3(
      {
        ...webhooks(),
        options: { platform: { applicationId: 'A', entityId: 'E' }, campaignReferenceId: 'summer' },
      },
      { options: { schedule: { bulkId: 'B' } } },
    ),
    receipt: { state: 'delivered', at: AT },
    expect: {
      headers: JSON_TYPE,
      body: reports({
        bulkId: 'B',
        to: THERE,
        doneAt: '2026-11-22T11:02:27.900+0000',
        messageCount: 1,
        callbackData: 'order 7',
        platform: { applicationId: 'A', entityId: 'E' },
        campaignReferenceId: 'summer',
        error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No error', permanent: false },
      }),
    },
  },
  {
    name: 'v2: failed, in the form of v1',
    request: send2({ notifyUrl: URL, callbackData: 'c', entityId: 'E' }),
    receipt: { state: 'undeliverable', at: AT },
    expect: { headers: JSON_TYPE, body: reports({ smsCount: 1, callbackData: 'c', entityId: 'E' }) },
  },
  {
    name: 'XML, with what has a meaning there escaped',
    request: send2({ notifyUrl: URL, notifyContentType: 'application/xml', callbackData: '<7 & "8">' }),
    receipt: { state: 'delivered', at: AT },
    expect: {
      headers: { 'Content-Type': 'application/xml' },
      body: /^<\?xml version="1.0" encoding="utf-8"\?><SMSReportResponse><results><messageId>.*<smsCount>1<\/smsCount>.*<\/results><\/SMSReportResponse>$/,
    },
  },
  {
    name: 'v3: several',
    request: send3(webhooks(), { options: { schedule: { bulkId: 'B' } } }),
    receipt: { state: 'delivered', messageId: 'm-1', at: AT },
    others: [
      { state: 'expired', messageId: 'm-2', to: '27830000002', reference: null, at: AT },
      { state: 'delivered', messageId: 'm-3', at: AT },
    ],
    expect: {
      headers: JSON_TYPE,
      body: reports(
        { bulkId: 'B', messageId: 'm-1', callbackData: 'order 7' },
        { bulkId: 'B', messageId: 'm-2', to: '27830000002', callbackData: undefined },
        { bulkId: 'B', messageId: 'm-3' },
      ),
    },
  },
  {
    name: 'XML: several',
    request: send2({ notifyUrl: URL, notifyContentType: 'application/xml' }),
    receipt: { state: 'delivered', messageId: 'm-1', at: AT },
    others: [{ state: 'expired', messageId: 'm-2', at: AT }],
    expect: {
      headers: { 'Content-Type': 'application/xml' },
      body: /<SMSReportResponse><results><messageId>m-1<.*<\/results><results><messageId>m-2<.*<\/results><\/SMSReportResponse>$/,
    },
  },
  {
    name: 'XML: callbackData',
    request: send3(webhooks({}, { contentType: 'application/xml', callbackData: '<7 & 8>' })),
    receipt: { state: 'delivered', at: AT },
    expect: { body: /<callbackData>&lt;7 &amp; 8(?:&gt;|>)<\/callbackData>/ },
  },
  {
    name: 'on the way: only where it was asked for',
    request: send3(webhooks({ intermediateReport: true })),
    receipt: { state: 'submitted', at: AT },
    expect: { body: /"PENDING_ENROUTE"/ },
  },
  {
    name: 'on the way: not otherwise',
    request: send3(webhooks()),
    receipt: { state: 'submitted', at: AT },
    expect: null,
  },
  {
    name: 'labels that do not fit are left out',
    request: send3({
      ...webhooks(),
      options: {
        platform: { applicationId: '"'.repeat(255), entityId: '"'.repeat(255) },
        campaignReferenceId: '"'.repeat(255),
      },
    }),
    receipt: { state: 'delivered', at: AT },
    expect: { body: reports({ platform: undefined, campaignReferenceId: undefined }) },
  },
]
