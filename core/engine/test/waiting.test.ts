import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { LinkFigures, LinkStatus, WaitingCause } from '@heliograph/contracts'
import type { LinkSign } from '../src/outbound/dispatch/link-reports.ts'
import { addHold } from '../src/outbound/holds/hold-statements.ts'
import { createWaiting, explainWaiting } from '../src/read/waiting/waiting-service.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

const NORMAL = 20
const LINE: WaitingCause = { kind: 'line', route: 'default', before: 0, isMore: false, seconds: null }

const db = useDatabase()
let account: Promise<TestAccount> | undefined
const ownClient = () => {
  account ??= db.addAccount()
  return account
}
afterEach(async () => {
  for (const table of ['batch', 'sending_hold', 'link_pause', 'node', 'attempt'])
    await db.sql`delete from ${db.sql(table)}`
})

interface LinkDraft {
  readonly state?: LinkStatus['state']
  readonly routes?: readonly string[]
  readonly partsPerSecond?: number
  readonly isUsed?: boolean
}

/** A living node that reports these links. */
async function addNode(links: Readonly<Record<string, LinkDraft>>): Promise<number> {
  const [node] = await db.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{dispatch}') returning lease`
  const lease = node?.lease as number
  for (const [link, draft] of Object.entries(links)) {
    const { state = 'up', routes = ['default'], partsPerSecond = 0, isUsed = true } = draft
    const sign: LinkSign = { link, state, detail: null, figures: { partsPerSecond } as LinkFigures, routes }
    await db.sql`
      insert into link_report (lease, link, sign, pdus) values (${lease}, ${link}, ${JSON.stringify(sign)}, '[]')`
    if (isUsed) await db.sql`insert into link_lease (link, lease) values (${link}, ${lease})`
  }
  return lease
}

interface BatchDraft {
  readonly route?: string
  readonly priority?: number
  /** Seconds before now. */
  readonly age?: number
  readonly owner?: number
  /** Other messages in it, before the one that is added. */
  readonly others?: number
}

/** Adds a message that waits in a batch of its own, and resolves with its id. */
async function queue(draft: BatchDraft = {}): Promise<number> {
  const { route = 'default', priority = NORMAL, age = 10, owner = null, others = 0 } = draft
  const [batchId = 0, ...ids] = await db.ids.take(1 + others)
  const smsId = await db.addMessage(await ownClient(), { route: 'default', priority, batch_id: batchId })
  await db.sql`
    insert into batch (batch_id, route, priority, due_at, sms_ids, owner)
    values (${batchId}, ${route}, ${priority}, now() - ${age}::integer * interval '1 second', ${[...ids, smsId]}::bigint[],
      ${owner}::bigint)`
  return smsId
}

const ask = (smsId: number) => explainWaiting(db.sql, smsId)

describe('why a message waits', () => {
  it('those before it: more urgent and older ones, those of its batch and those that nodes hold, at the rate', async () => {
    const lease = await addNode({ 'net/a': { partsPerSecond: 2 }, 'net/b': { partsPerSecond: 1 } })
    await queue({ priority: 0, age: 1, others: 4 })
    await queue({ age: 60, others: 2 })
    await queue({ age: 30, owner: lease })
    await queue({ age: 5 })
    await queue({ age: -60, priority: 0 })
    await queue({ route: 'bulk', age: 90 })
    await queue({ priority: 40, age: 90 })
    const smsId = await queue({ age: 10, others: 3 })
    assert.deepEqual(await ask(smsId), [{ ...LINE, before: 5 + 3 + 1 + 3, seconds: 4 }])
  })

  it('a message that was split off is found where it is', async () => {
    await addNode({ 'net/a': {} })
    const smsId = await queue()
    const [batchId = 0] = await db.ids.take(1)
    await db.sql`update batch set batch_id = ${batchId}, split_from = batch_id`
    assert.deepEqual(await ask(smsId), [LINE])
  })

  const OBSTACLES = [
    ['paused', 'throttled'],
    ['down', 'down'],
    ['connecting', 'connecting'],
    ['refused', 'refused'],
    ['standby', 'standby'],
  ] as const
  for (const [state, obstacle] of OBSTACLES)
    it(`its only link is ${obstacle}`, async () => {
      await addNode({ 'net/a': { state } })
      const links = [{ link: 'net/a', obstacle, detail: null }]
      assert.deepEqual(await ask(await queue()), [{ kind: 'no-link', route: 'default', links }])
    })

  it('a link that no node uses, and one that an operator paused', async () => {
    await addNode({ 'net/a': { isUsed: false }, 'net/b': {} })
    await db.sql`insert into link_pause (link, by) values ('net/b', '')`
    const links = [
      { link: 'net/a', obstacle: 'standby', detail: null },
      { link: 'net/b', obstacle: 'paused', detail: null },
    ] as const
    assert.deepEqual(await ask(await queue()), [{ kind: 'no-link', route: 'default', links }])
  })

  it('no node is alive', async () => {
    assert.deepEqual(await ask(await queue()), [{ kind: 'no-link', route: 'default', links: [] }])
  })

  it('only the later group of links counts for what the first refused', async () => {
    await addNode({ 'net/a': {}, 'net/b': { state: 'down', routes: ['default', 'default/2'] } })
    assert.deepEqual(await ask(await queue()), [LINE])
    const links = [{ link: 'net/b', obstacle: 'down', detail: null }] as const
    assert.deepEqual(await ask(await queue({ route: 'default/2' })), [{ kind: 'no-link', route: 'default', links }])
  })

  it('the hold of its client, under which it is kept apart', async () => {
    await addNode({ 'net/a': {} })
    const name = String((await ownClient()).clientId)
    await addHold(db.sql, { kind: 'client', name }, 'unpaid')
    const [cause, ...more] = (await ask(await queue({ route: `held:${name}:default` }))) ?? []
    assert.deepEqual(
      [cause?.kind === 'held' && [cause.scope, cause.name, cause.reason], more],
      [['client', name, 'unpaid'], []],
    )
  })

  it('the hold of its route', async () => {
    await addNode({ 'net/a': { routes: ['default/2'] } })
    await addHold(db.sql, { kind: 'route', name: 'default' }, '')
    const causes = (await ask(await queue({ route: 'default/2' }))) ?? []
    assert.deepEqual(
      causes.map(({ kind }) => kind),
      ['held'],
    )
  })

  it('the next attempt, at the time of its new batch', async () => {
    await addNode({ 'net/a': {} })
    const smsId = await queue({ age: -60 })
    await db.sql`
      insert into message_state (sms_id, state, attempt, batch_id)
      select ${smsId}, 'retrying', 1, batch_id from batch`
    const [cause] = (await ask(smsId)) ?? []
    const [batch] = await db.sql<{ due_at: Date }[]>`select due_at from batch`
    assert.deepEqual(cause, { kind: 'put-off', until: batch?.due_at })
  })

  it('the answer of a link', async () => {
    const smsId = await queue({ owner: await addNode({ 'net/a': {} }) })
    await db.sql`insert into attempt (sms_id, attempt, link, lease) values (${smsId}, 1, 'net/a', 1)`
    assert.deepEqual(await ask(smsId), [{ kind: 'handed-over', link: 'net/a' }])
  })
})

describe('queues', () => {
  const list = async (onlyClosed: boolean) => {
    const operator = { ...(await ownClient()).principal, role: 'operator' } as const
    return createWaiting({ sql: db.sql, visibleTo: async () => null }).queues(operator, { onlyClosed })
  }

  it('are the routes that living nodes have and those that something waits for; the closed ones come alone', async () => {
    await addNode({ 'net/a': {}, 'net/b': { state: 'down', routes: ['bulk', 'default/2'] } })
    await queue({ others: 1 })
    await queue({ route: 'gone' })
    const shown = async (onlyClosed: boolean) =>
      (await list(onlyClosed)).map(({ route, waiting, causes }) => [
        route,
        waiting.reduce((sum, { messages }) => sum + messages, 0),
        causes.map(({ kind }) => kind).join(),
      ])
    const closed = [
      ['bulk', 0, 'no-link'],
      ['gone', 1, 'no-link'],
    ]
    assert.deepEqual(await shown(false), [closed[0], ['default', 2, ''], closed[1]])
    assert.deepEqual(await shown(true), closed)
  })
})

describe('what the answer costs', () => {
  it('does not grow with what waits behind the message or is due later', async () => {
    await addNode({ 'net/a': {} })
    const smsId = await queue({ age: 100 })
    await db.sql`
      insert into batch (batch_id, route, priority, due_at, sms_ids)
      select 1000000 + 10 * n + p / 20, 'default', p, now() + case p when 0 then interval '1 hour' else '-50 seconds' end,
        array[n]::bigint[]
      from generate_series(1, 20000) as n cross join unnest('{0,20,40}'::integer[]) as p`
    await db.sql`vacuum analyze batch`
    const costs = await statementCosts(db.sql, (sql) => explainWaiting(sql, smsId))
    assert.ok(costs.length <= 5, `${costs.length} statements`)
    for (const { text, rows } of costs) assert.ok(rows < 100, `${rows} rows: ${text}`)
  })
})
