import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type AlertSettings, isGatewayError, type Principal } from '@heliograph/contracts'
import { createAlertNotices } from '../src/operate/alerts/alert-notices.ts'
import { createAlerts } from '../src/operate/alerts/alerts-service.ts'
import { checkAlerts } from '../src/operate/alerts/check-alerts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

describe('alerts', () => {
  const database = useDatabase()

  beforeEach(async () => {
    await database.sql`truncate alert, alert_event, alert_notice, minute_count, figure_day, node cascade`
  })

  const check = () => checkAlerts(database.sql, database)
  const operatorOf = ({ principal }: TestAccount): Principal => ({ ...principal, role: 'operator' })

  const add = (account: TestAccount, kind: AlertSettings['kind'], limit: number, more: Partial<AlertSettings> = {}) =>
    createAlerts(database.sql).add(operatorOf(account), {
      kind,
      limit,
      email: 'desk@acme.example',
      url: null,
      language: 'en',
      isOn: true,
      ...more,
    })

  /** Takes what is to be told: `begin mail desk@acme.example`. */
  async function reported(): Promise<readonly string[]> {
    const notices = createAlertNotices(database.sql)
    const taken = await notices.take(100)
    for (const { noticeId } of taken) await notices.settle(noticeId, 'sent')
    return taken.map(({ phase, medium, target }) => `${phase} ${medium} ${target}`)
  }

  async function foundOf(account: TestAccount): Promise<number | null | undefined> {
    return (await createAlerts(database.sql).list(operatorOf(account)))[0]?.value
  }

  const setCredit = ({ clientId }: TestAccount, credit: number) =>
    database.sql`update client_credit set credit = ${credit} where client_id = ${clientId}`

  test('are told once when they begin and once when they end, whichever nodes look', async () => {
    const account = await database.addAccount({ credit: '100' })
    await add(account, 'credit-amount', 50, { url: 'https://acme.example/' })
    await Promise.all([check(), check()])
    assert.deepEqual(await reported(), [])
    await setCredit(account, 49)
    await Promise.all([check(), check(), check()])
    await check()
    assert.deepEqual(await reported(), ['begin mail desk@acme.example', 'begin webhook https://acme.example/'])
    await setCredit(account, 52)
    await check()
    assert.deepEqual(await reported(), [])
    await setCredit(account, 60)
    await Promise.all([check(), check()])
    assert.deepEqual(await reported(), ['end mail desk@acme.example', 'end webhook https://acme.example/'])
    const [event, ...more] = await createAlerts(database.sql).events(operatorOf(account), { limit: 10 })
    assert.deepEqual([event?.value, event?.limit, more], [49, 50, []])
    assert.ok(event?.beganAt instanceof Date && event.endedAt instanceof Date)
  })

  test('that are off, or of a client that is disabled, tell nothing', async () => {
    const account = await database.addAccount({ credit: '1' })
    const off = await database.addAccount({ credit: '1' })
    await database.sql`update client set enabled = false where client_id = ${off.clientId}`
    await add(account, 'credit-amount', 50, { isOn: false })
    await add(off, 'credit-amount', 50)
    await check()
    assert.deepEqual(await reported(), [])
  })

  test('that are switched off while they are raised begin again when they are on', async () => {
    const account = await database.addAccount({ credit: '1' })
    const { kind, alertId, raisedAt, value, ...settings } = await add(account, 'credit-amount', 50)
    await check()
    const alerts = createAlerts(database.sql)
    const off = await alerts.change(operatorOf(account), alertId, { ...settings, isOn: false })
    assert.equal(off.raisedAt, null)
    await check()
    await alerts.change(operatorOf(account), alertId, settings)
    await check()
    assert.deepEqual(await reported(), ['begin mail desk@acme.example', 'begin mail desk@acme.example'])
  })

  const count = (account: TestAccount, kind: string, state: string, messages: number) =>
    database.sql`
      insert into minute_count (kind, client_id, minute, origin, state, count)
      values (${kind}, ${account.clientId}, date_trunc('minute', now()), 'v2', ${state}, ${messages})`

  const day = (
    account: TestAccount,
    division: string,
    daysAgo: number,
    messages: number,
    delivered: number,
    charged: number,
  ) =>
    database.sql`
      insert into figure_day values (${account.clientId}, 0, ${division}, (now() at time zone 'UTC')::date - ${daysAgo}::integer, '',
        ${messages}, 0, 0, ${delivered}, ${charged}, 0)`

  const ROWS: readonly {
    readonly name: string
    readonly kind: AlertSettings['kind']
    readonly limit: number
    readonly given: (account: TestAccount) => Promise<unknown>
    readonly value: number | null
    readonly isRaised: boolean
  }[] = [
    {
      name: 'credit lasts for as long as the last seven days say',
      kind: 'credit-days',
      limit: 11,
      given: async (account) => {
        for (const daysAgo of [1, 7]) await day(account, 'all', daysAgo, 1, 1, 35)
        await day(account, 'all', 8, 1, 1, 1_000)
        await day(account, 'all', 0, 1, 1, 1_000)
      },
      value: 10,
      isRaised: true,
    },
    {
      name: 'credit that nothing is spent of lasts',
      kind: 'credit-days',
      limit: 11,
      given: async () => {},
      value: 9_999,
      isRaised: false,
    },
    {
      name: 'messages that did not end are none of the share',
      kind: 'delivery-rate',
      limit: 0.9,
      given: async (account) => {
        await count(account, 'message', 'delivered', 16)
        await count(account, 'message', 'undeliverable', 4)
        await count(account, 'message', 'cancelled', 50)
        await count(account, 'message', 'queued', 50)
      },
      value: 0.8,
      isRaised: true,
    },
    {
      name: 'a few messages say nothing',
      kind: 'delivery-rate',
      limit: 0.9,
      given: (account) => count(account, 'message', 'undeliverable', 19),
      value: null,
      isRaised: false,
    },
    {
      name: 'opt-outs to delivered messages, since yesterday',
      kind: 'opt-out-rate',
      limit: 0.05,
      given: async (account) => {
        await day(account, 'all', 0, 60, 50, 0)
        await day(account, 'all', 1, 60, 50, 0)
        await day(account, 'opt-out', 1, 10, 0, 0)
        await day(account, 'opt-out', 2, 99, 0, 0)
      },
      value: 0.1,
      isRaised: true,
    },
    {
      name: 'webhooks that fail or wait for another attempt',
      kind: 'webhooks-failing',
      limit: 0.5,
      given: async (account) => {
        await count(account, 'webhook', 'delivered', 2)
        await count(account, 'webhook', 'failed', 5)
        await count(account, 'webhook', 'retrying', 1)
      },
      value: 0.75,
      isRaised: true,
    },
    {
      name: 'one webhook of few that fails says nothing',
      kind: 'webhooks-failing',
      limit: 0.5,
      given: (account) => count(account, 'webhook', 'failed', 1),
      value: null,
      isRaised: false,
    },
  ]
  for (const { name, kind, limit, given, value, isRaised } of ROWS)
    test(`watch ${kind}: ${name}`, async () => {
      const account = await database.addAccount({ credit: '100' })
      await add(account, kind, limit)
      await given(account)
      await check()
      assert.equal(await foundOf(account), value)
      assert.equal((await reported()).length, isRaised ? 1 : 0)
    })

  test('watch links: one that is down for longer than the limit, unless it is paused', async () => {
    const account = await database.addAccount()
    await add(account, 'link-down', 5)
    await database.sql`
      insert into node (node_id, name, lease, roles, links) overriding system value
      values (gen_random_uuid(), 'a', 1, '{}', '{net/main,net/spare}')`
    const sign = async (link: string, state: string) => {
      const text = JSON.stringify({ link, state, detail: null, figures: {}, routes: [] })
      await database.sql`
        insert into link_report (lease, link, sign, pdus) values (1, ${link}, ${text}, '[]')
        on conflict (lease, link) do update set sign = excluded.sign`
      await database.sql`
        insert into link_lease (link, lease) values (${link}, 1) on conflict do nothing`
    }
    await sign('net/main', 'down')
    await sign('net/spare', 'up')
    await check()
    await database.clock.advance(4 * 60_000)
    await check()
    assert.deepEqual(await reported(), [])
    await database.clock.advance(2 * 60_000)
    await check()
    assert.deepEqual(await reported(), ['begin mail desk@acme.example'])
    const [event] = await createAlerts(database.sql).events(operatorOf(account), { limit: 1 })
    assert.equal(event?.subject, 'net/main')
    await sign('net/main', 'up')
    await check()
    assert.deepEqual(await reported(), ['end mail desk@acme.example'])
    await sign('net/spare', 'refused')
    await database.sql`insert into link_pause (link, by) values ('net/spare', 'ops@example.com')`
    await check()
    await database.clock.advance(60 * 60_000)
    await check()
    assert.deepEqual(await reported(), [])
  })

  test('a notice is given to one node, again when that ends, and given up after a day', async () => {
    const account = await database.addAccount({ credit: '1' })
    await add(account, 'credit-amount', 50)
    await check()
    const notices = createAlertNotices(database.sql)
    const [taken, again] = await Promise.all([notices.take(5), notices.take(5)])
    assert.equal(taken.length + again.length, 1)
    const noticeId = (taken[0] ?? again[0])?.noticeId as number
    await database.sql`update alert_notice set due_at = now()`
    assert.equal((await notices.take(5))[0]?.noticeId, noticeId)
    await notices.settle(noticeId, { problem: 'away', isFinal: false })
    await database.sql`update alert_notice set due_at = now(), created_at = now() - interval '25 hours'`
    assert.equal((await notices.take(5)).length, 1)
    await notices.settle(noticeId, { problem: 'away', isFinal: false })
    const left = await database.sql`select from alert_notice`
    const [event] = await createAlerts(database.sql).events(operatorOf(account), { limit: 1 })
    assert.deepEqual([left.length, event?.problem], [0, 'mail desk@acme.example: away'])
  })

  test('there are at most 50 of a client', async () => {
    const account = await database.addAccount()
    for (let count = 0; count < 50; count += 1) await add(account, 'credit-amount', 50)
    await assert.rejects(
      add(account, 'credit-amount', 50),
      (error: unknown) => isGatewayError(error) && error.code === 'too-many-alerts',
    )
  })
})
