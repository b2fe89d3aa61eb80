import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Principal, ReportFilter, Reports } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'

/** Every page, following `next`. */
async function readAll(reports: Reports, principal: Principal, filter: ReportFilter) {
  const pages: (readonly number[])[] = []
  let next: number | undefined
  do {
    const page = await reports.find(principal, { ...filter, before: next })
    pages.push(page.records.map(({ smsId }) => smsId))
    next = page.next
  } while (next !== undefined)
  return pages
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(27_820_000_000 + index))
const descending = (ids: readonly number[]) => [...ids].sort((a, b) => b - a)

describe('pages', () => {
  let one: Harness
  let other: Harness
  before(async () => {
    one = await startEngine()
    other = await startEngine({ joinTo: one })
  })
  after(() => one.close())

  test('show each of 10,000 messages that two nodes took once', async () => {
    const sent: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.all(
        [one, other].map((node) => node.submit({ to: numbers(500) }, { bulkId: `round-${round % 2}` })),
      )
      for (const { entries } of results) sent.push(...entries.map(({ smsId }) => smsId as number))
    }
    const rows = await one.engine.sql<{ newer: number }[]>`
      select count(*) as newer from message join message as earlier on earlier.sms_id = message.sms_id - 1
      where message.accepted_at < earlier.accepted_at`
    assert.notEqual(rows[0]?.newer, 0, 'the order of ids is not that of time, or this shows nothing')
    const pages = await readAll(one.reports, one.principal, { limit: 700 })
    assert.deepEqual(pages.flat(), descending(sent))
    assert.equal(pages.length, Math.ceil(10_000 / 700))
    const bulks = await Promise.all(
      ['round-0', 'round-1'].map((bulkId) => readAll(other.reports, one.principal, { bulkId, limit: 1_000 })),
    )
    assert.deepEqual(descending(bulks.flat(2)), descending(sent))
    const [first] = numbers(1)
    assert.equal((await readAll(one.reports, one.principal, { to: first, limit: 3 })).flat().length, 20)
  })

  test('end at 8 MiB of texts, and go on from there', async () => {
    const principal = await one.addClient()
    const body = 'ü€'.repeat(10_000)
    const count = 600
    const [template] = await one.engine.sql<{ sms_id: number }[]>`
      select sms_id from message where client_id = ${one.principal.clientId} limit 1`
    await one.engine.sql`
      insert into message select (jsonb_populate_record(message, jsonb_build_object(
        'sms_id', 90000000 + n, 'client_id', ${principal.clientId}::bigint, 'body', ${body}::text, 'text_id', null))).*
      from message, generate_series(1, ${count}::integer) as n where sms_id = ${template?.sms_id as number}`
    const octets = Buffer.byteLength(body)
    const pages = await readAll(one.reports, principal, { limit: 1_000 })
    const fitting = Math.floor((8 * 1024 * 1024) / octets)
    assert.deepEqual(
      pages.map((page) => page.length),
      [fitting, fitting, fitting, count - 3 * fitting],
    )
    assert.deepEqual(
      pages.flat(),
      Array.from({ length: count }, (_, index) => 90_000_000 + count - index),
    )
  })

  test('show texts that messages share, and count them', async () => {
    const principal = await one.addClient()
    const body = 'x'.repeat(5 * 1024 * 1024)
    await one.engine.sql`insert into message_text (text_id, body) values (95000001, ${body})`
    const [template] = await one.engine.sql<{ sms_id: number }[]>`
      select sms_id from message where client_id = ${one.principal.clientId} limit 1`
    await one.engine.sql`
      insert into message select (jsonb_populate_record(message, jsonb_build_object(
        'sms_id', 95000000 + n, 'client_id', ${principal.clientId}::bigint, 'body', null, 'text_id', 95000001))).*
      from message, generate_series(1, 2) as n where sms_id = ${template?.sms_id as number}`
    const page = await one.reports.find(principal, { limit: 10 })
    assert.deepEqual([page.records.map(({ smsId }) => smsId), page.next], [[95_000_002], 95_000_002])
    assert.equal(page.records[0]?.text, body)
  })
})
