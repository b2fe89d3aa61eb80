import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import type { ResultRecord } from '../src/outbound/dispatch/results/record-results.ts'
import { createResultWriter, type Result } from '../src/outbound/dispatch/results/result-writer.ts'
import { WriteDelays } from '../src/outbound/dispatch/results/write-delays.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'

const db = useDatabase()

describe('writing the answers of a batch takes', () => {
  let account: TestAccount
  let lease: number
  before(async () => {
    account = await db.addAccount()
    const [row] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
    lease = row?.lease as number
  })

  function writer(waiting: readonly string[] = [], onReceiptsWait: (networkIds: readonly string[]) => void = () => {}) {
    const { sql, clock, ids } = db
    return createResultWriter({
      sql,
      clock,
      ids,
      lease,
      logger: captureLogger(),
      outbox: NO_SESSIONS,
      signal: new AbortController().signal,
      delays: new WriteDelays(
        () => 0,
        () => {},
      ),
      receiptsWaitFor: (networkIds) => networkIds.filter((id) => waiting.includes(id)),
      onReceiptsWait,
      messagesDue: () => {},
    })
  }

  /** A message that its network took; with `url`, its client wants to be notified of it. */
  async function taken(url = false, changes: Partial<ResultRecord> = {}): Promise<Result> {
    const smsId = await db.addMessage(account, url ? { notify_url: 'https://client.test/dlr' } : {})
    const part = { part: 1, networkId: `N-${smsId}`, state: 'submitted', networkStatus: null, errorId: null } as const
    const record: ResultRecord = {
      smsId,
      attempt: 1,
      series: 1,
      state: 'submitted',
      carrier: 'net',
      link: 'net/main',
      parts: [part],
      networkStatus: null,
      errorId: null,
      at: db.clock.now(),
      isOpened: false,
      ...changes,
    }
    return { record, retry: undefined, detours: [] }
  }

  async function putBack(): Promise<Result> {
    const result = await taken(true)
    const { smsId, attempt, link, at } = result.record
    const row = {
      smsId,
      attempt,
      link,
      at,
      until: at,
      times: 1,
      part: 0,
      state: null,
      errorId: null,
      receiptText: null,
    }
    return { ...result, detours: [{ ...row, kind: 'put-back', networkStatus: 'ESME_RTHROTTLED' }] }
  }

  async function putOff(url: boolean): Promise<Result> {
    const result = await taken(url, { state: 'retrying', parts: [], networkStatus: 'ESME_RMSGQFUL' })
    const dueAt = new Date(db.clock.now())
    return { ...result, retry: { route: 'default', priority: 10, line: null, dueAt, speedId: null } }
  }

  const rows: readonly (readonly [string, () => readonly Promise<Result>[], readonly string[]])[] = [
    ['one statement for plain messages, told of or not', () => [taken(), taken(true)], ['with']],
    ['one more where one of them was put back before', () => [taken(), putBack(), putBack()], ['with', 'insert']],
    [
      'a transaction with a retry, which no client is to be told of',
      () => [taken(), putOff(false)],
      // Results, the batch of the next attempt, the notes of the retries, and the search for clients to notify.
      ['begin', 'with', 'with', 'with', 'select', 'commit'],
    ],
    [
      'one statement more where clients are told of retries',
      () => [putOff(true), putOff(true)],
      ['begin', 'with', 'with', 'with', 'select', 'with', 'commit'],
    ],
  ]
  for (const [name, results, expected] of rows)
    it(name, async () => {
      const batch = await Promise.all(results())
      const statements: string[] = []
      // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
      const options = db.sql.options as any
      options.debug = (_connection: number, text: string) => statements.push(text.trim().split(/\s/, 1)[0] as string)
      try {
        const write = writer()
        await Promise.all(batch.map((result) => write.add(result)))
      } finally {
        options.debug = undefined
      }
      assert.deepEqual(statements, expected)
    })

  it('no look for receipts, however many wait that fit nothing, except for those that may be its own', async () => {
    const [one, other] = await Promise.all([taken(), taken()])
    const networkId = other.record.parts[0]?.networkId as string
    const looks: (readonly string[])[] = []
    const write = writer([networkId, 'STRAY'], (networkIds) => looks.push(networkIds))
    await write.add(one)
    assert.deepEqual(looks, [])
    await write.add(other)
    assert.deepEqual(looks, [[networkId]])
  })
})
