import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { findMessages, type MessageQuestion } from '../src/index.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'

const database = useDatabase()
const TO = '27831110001'
const ANOTHER = '27831110002'

/** More than one step can look at. */
const MANY = 45_000

describe('the messages to a number', () => {
  let one: TestAccount
  let other: TestAccount
  /** By name. */
  const ids = new Map<string, number>()
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 31, 8, minutes))

  before(async () => {
    one = await database.addAccount()
    other = await database.addAccount()
    const messages = [
      ['a', one, TO, 0],
      ['b', other, TO, 10],
      ['elsewhere', one, ANOTHER, 20],
      ['c', one, TO, 30],
    ] as const
    for (const [name, account, recipient, minutes] of messages)
      ids.set(name, await database.addMessage(account, { recipient, accepted_at: at(minutes) }))
  })

  async function find(question: Partial<MessageQuestion>): Promise<readonly string[]> {
    const found = await findMessages(database.sql, systemClock, { to: TO, limit: 50, ...question })
    return found.map(({ record }) => [...ids].find(([, smsId]) => smsId === record.smsId)?.[0] ?? '?')
  }

  const rows: readonly (readonly [string, () => Partial<MessageQuestion>, readonly string[]])[] = [
    ['of any client, the newest first', () => ({}), ['c', 'b', 'a']],
    ['of one client', () => ({ clientId: one.clientId }), ['c', 'a']],
    ['of a client that has none', () => ({ clientId: 1 }), []],
    ['the newest alone', () => ({ limit: 2 }), ['c', 'b']],
    ['since a moment, that one included', () => ({ since: at(10) }), ['c', 'b']],
    ['since a moment after all', () => ({ since: at(31) }), []],
    ['of one client since a moment', () => ({ clientId: other.clientId, since: at(5) }), ['b']],
    ['to a number nobody wrote to', () => ({ to: '27831110003' }), []],
    ['to a number that is the beginning of others', () => ({ to: TO.slice(0, -1) }), []],
  ]
  for (const [name, question, expected] of rows)
    test(name, async () => assert.deepEqual(await find(question()), expected))

  test('each with its client and where it stands', async () => {
    await database.sql`
      insert into message_state (sms_id, state, attempt) values (${ids.get('b') as number}, 'submitted', 1)`
    const found = await findMessages(database.sql, systemClock, { to: TO, limit: 50 })
    assert.deepEqual(
      found.map(({ clientId, record }) => [clientId, record.state]),
      [
        [one.clientId, 'queued'],
        [other.clientId, 'submitted'],
        [one.clientId, 'queued'],
      ],
    )
  })

  test('what lies behind very many others is found, and looked for no further back than need be', async () => {
    const to = '27831110009'
    const first = await database.addMessage(one, { recipient: to, accepted_at: at(0) })
    const ids = await database.ids.take(MANY)
    await database.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select unnest(${ids}::bigint[]), ${other.clientId}, ${other.userId}, ${other.channelId}, 'ACME', ${to}, 'Hello', 0, 1,
        10, false, true, 0, 'v2', 'default', 0, 'ZAR', ${at(30)}::timestamptz, 1`
    const steps: unknown[] = []
    // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
    const options = database.sql.options as any
    options.debug = (_connection: number, text: string) => text.includes('with page') && steps.push(text)
    const search = async (question: Partial<MessageQuestion>) => {
      steps.length = 0
      const found = await findMessages(database.sql, systemClock, { to, limit: 5, clientId: one.clientId, ...question })
      return [found.map(({ record }) => record.smsId), steps.length]
    }
    try {
      assert.deepEqual(await search({}), [[first], 3])
      assert.deepEqual(await search({ since: at(40) }), [[], 1])
    } finally {
      options.debug = undefined
    }
  })
})
