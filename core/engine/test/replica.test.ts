import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AuditLog,
  Contacts,
  Conversations,
  type GatewayError,
  IncomingMessages,
  MessageHistory,
  type Principal,
  Reports,
  SystemStatus,
  Webhooks,
} from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { createReplicaReads, type ReadOutcome } from '../src/database/replica/reads.ts'
import { openReplica, type Replica } from '../src/database/replica/replica.ts'
import { openReplicaPools } from '../src/database/replica/replica-pools.ts'
import type { WalPosition } from '../src/database/replica/wal-position.ts'
import { createSearches, type Searches } from '../src/database/searches.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { type Harness, startEngine, systemClock, waitUntil } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from './support/standby.ts'

// Nodes with `database.reportUrl`, on a primary with a real standby.

const steady = { now: () => performance.now(), after: systemClock.after }

let pair: PrimaryAndStandby
before(async () => {
  pair = await startPrimaryAndStandby()
})
after(() => pair.stop())

/** A node with a link that takes everything. */
function startNode(joinTo?: Harness): Promise<Harness> {
  return startEngine({
    ...(joinTo === undefined ? { url: pair.primary.url } : { joinTo }),
    settings: { database: { reportUrl: pair.standby.url } },
    carriers: new Map([['net', carrierOf(new FakeLink())]]),
  })
}

describe('nodes with a replica', () => {
  let node: Harness
  let other: Harness
  before(async () => {
    node = await startNode()
    other = await startNode(node)
  })
  after(() => node.close())

  const isNear = (harness = node) => harness.metrics.value('replica_near') === 1
  const steps = (outcome: ReadOutcome, harness = node) => harness.metrics.value('replica_reads', { outcome })
  const findOne = async (smsId: number | undefined, harness = node) =>
    (await harness.reports.find(harness.principal, { smsId, limit: 1 })).records
  const sendOne = async () => {
    const result = await node.submit({})
    return result.entries[0]?.smsId as number
  }
  const bothAreNear = () => waitUntil(() => isNear() && isNear(other), 'the replica is near')

  test('read over it what they have just written, whichever of them wrote it', async () => {
    await bothAreNear()
    for (let round = 0; round < 30; round += 1) {
      const smsId = await sendOne()
      assert.equal((await findOne(smsId))[0]?.smsId, smsId)
      assert.equal((await findOne(smsId, other))[0]?.smsId, smsId)
    }
    for (const harness of [node, other]) assert.ok(steps('replica', harness) > 20, String(steps('replica', harness)))
    const [seen] = await pair.standby.sql<{ isStandby: boolean; query: string }[]>`
      select pg_is_in_recovery() as "isStandby", query from pg_stat_activity
      where application_name = 'heliograph test replica' and query like '%from message%' limit 1`
    assert.equal(seen?.isStandby, true)
  })

  const CONVERSATION = { channelId: 1, contact: '27821110000' }
  const READS: Readonly<Record<string, (principal: Principal) => Promise<unknown>>> = {
    reports: (principal) => find(node.engine.services, Reports).find(principal, { limit: 1 }),
    'reports by id': (principal) => find(node.engine.services, Reports).findByIds(principal, [1]),
    'the history of a message': (principal) => find(node.engine.services, MessageHistory).of(principal, 1),
    conversations: (principal) => find(node.engine.services, Conversations).find(principal, { limit: 1 }),
    'what was said': (principal) =>
      find(node.engine.services, Conversations).entries(principal, CONVERSATION, { limit: 1 }),
    'unread conversations': (principal) => find(node.engine.services, Conversations).countUnread(principal),
    contacts: (principal) => find(node.engine.services, Contacts).find(principal, { limit: 1 }),
    'the number of contacts': (principal) => find(node.engine.services, Contacts).count(principal),
    'incoming SMS': (principal) => find(node.engine.services, IncomingMessages).find(principal, { limit: 1 }),
    webhooks: (principal) => find(node.engine.services, Webhooks).find(principal, { limit: 1 }),
    'the audit log': (principal) =>
      find(node.engine.services, AuditLog).find({ ...principal, scope: 'portal' }, { limit: 1 }),
    figures: (principal) => find(node.engine.services, SystemStatus).messages(principal, { minutes: 5 }),
    'figures of webhooks': (principal) => find(node.engine.services, SystemStatus).webhooks(principal),
  }

  for (const [what, read] of Object.entries(READS))
    test(`read over it: ${what}`, async () => {
      // On a busy machine the replica may fall behind between the look at it and the read.
      await waitUntil(async () => {
        await bothAreNear()
        const [answered, refused] = [steps('replica'), steps('not-near')]
        await read(node.principal)
        return steps('replica') > answered && steps('not-near') === refused
      }, 'all of a read goes over the replica')
    })

  test('read from the primary while it replays nothing, and over it again afterwards', async () => {
    await bothAreNear()
    await pair.pauseReplay()
    const before = steps('not-near')
    try {
      const smsId = await sendOne()
      assert.equal((await findOne(smsId))[0]?.smsId, smsId)
      assert.equal((await findOne(smsId, other))[0]?.smsId, smsId)
      assert.ok(steps('not-near') > before)
      assert.equal(isNear(), false)
      await node.until(() => node.metrics.value('replica_lag_seconds') > 0.3, 'the lag shows')
      assert.deepEqual(await node.engine.health(), { status: 'ok' })
    } finally {
      await pair.resumeReplay()
    }
    await bothAreNear()
    const answered = steps('replica')
    await findOne(undefined)
    assert.ok(steps('replica') > answered)
  })
})

describe('a search on the replica', () => {
  let primary: Sql
  let replica: Replica
  let searches: Searches
  const openWatched = async (url: string): Promise<Replica> => {
    const options = { url, nodeName: 'reader', size: 2, primary, clock: systemClock, steady, logger: captureLogger() }
    const opened = openReplica(options)
    await waitUntil(async () => {
      await opened.watch.look()
      return opened.watch.standing === 'near'
    }, 'the replica is near')
    return opened
  }
  before(async () => {
    await pair.primary.sql.unsafe('create table public.locked as select 1 as one')
    primary = openDatabase({ url: pair.primary.url, max: 2, applicationName: 'test reads' })
    replica = await openWatched(pair.standby.url)
    searches = createSearches(primary, systemClock, NO_OUTAGE, replica.reads)
  })
  after(async () => {
    await replica.close()
    await primary.end({ timeout: 1 })
  })

  /** Whether a standby has answered; a standby takes three seconds for it. */
  const search = (signal?: AbortSignal, given = searches) =>
    given.run(1, signal, ({ take }) =>
      take(async ({ sql, run }) => {
        const [row] = await run(sql<{ isStandby: boolean }[]>`
          select pg_is_in_recovery() as "isStandby", one, (select pg_sleep(3) where pg_is_in_recovery()) as slept
          from public.locked`)
        return row?.isStandby
      }),
    )

  async function sessionOfSearch(): Promise<number> {
    let pid: number | undefined
    await waitUntil(async () => {
      const [row] = await pair.standby.sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where application_name = 'heliograph reader replica' and state = 'active' and query like '%public.locked%'`
      pid = row?.pid
      return pid !== undefined
    }, 'the standby is at it')
    return pid as number
  }

  const DISTURBANCES: Readonly<Record<string, (pid: number) => Promise<unknown>>> = {
    'is in the way of what is replayed': () =>
      pair.primary.sql.begin((tx) => tx`lock table public.locked in access exclusive mode`),
    'has its session ended': (pid) => pair.standby.sql`select pg_terminate_backend(${pid}::integer)`,
  }

  for (const [what, disturb] of Object.entries(DISTURBANCES))
    test(`that ${what} is done by the primary, once`, async () => {
      const before = { ...replica.counts }
      const found = search()
      await disturb(await sessionOfSearch())
      assert.equal(await found, false)
      assert.deepEqual(replica.counts, { ...before, 'given-up': before['given-up'] + 1 })
    })

  test('goes to it at first, without such a thing', async () => {
    const before = { ...replica.counts }
    assert.equal(await search(), true)
    assert.deepEqual(replica.counts, { ...before, replica: before.replica + 1 })
  })

  test('that is given up by its caller ends there', async () => {
    const caller = new AbortController()
    const found = search(caller.signal)
    await sessionOfSearch()
    caller.abort()
    await assert.rejects(found, (error: GatewayError) => error.code === 'client-gone')
    assert.equal(replica.counts['not-near'], 0)
  })

  test('asks its own connection, which may lead to a standby that is behind the others', async () => {
    const pools = openReplicaPools({ url: pair.standby.url, nodeName: 'reader', size: 1 })
    const counts = { replica: 0, 'not-near': 0, 'given-up': 0 }
    const follow = async () => ({ ...((await replica.watch.follow()) as WalPosition), octets: Number.MAX_SAFE_INTEGER })
    const reads = createReplicaReads({ watch: { follow }, replica: pools.reads, steady, counts })
    try {
      assert.equal(await search(undefined, createSearches(primary, systemClock, NO_OUTAGE, reads)), false)
      assert.deepEqual(counts, { replica: 0, 'not-near': 1, 'given-up': 0 })
    } finally {
      await pools.close()
    }
  })

  test('does not wait for a standby that has gone silent, nor is the primary taken to be silent', async () => {
    const proxy = await startDatabaseProxy(pair.standby.url)
    const cut = await openWatched(proxy.url)
    const own = createSearches(primary, systemClock, NO_OUTAGE, cut.reads)
    try {
      const quick = own.run(1, undefined, ({ take }) => take(({ sql, run }) => run(sql`select 1`)))
      await quick
      assert.deepEqual(cut.counts, { replica: 1, 'not-near': 0, 'given-up': 0 })
      proxy.silence({ all: true })
      const beganAt = performance.now()
      assert.equal(await search(undefined, own), false)
      assert.ok(performance.now() - beganAt < 3_000, 'no statement had to reach its deadline')
      assert.equal(cut.watch.standing, 'away')
    } finally {
      await proxy.close()
      await cut.close()
    }
  })

  test('that is wrong is not tried again', async () => {
    const before = replica.counts['given-up']
    const wrong = searches.run(1, undefined, ({ take }) => take(({ sql, run }) => run(sql`select 1 / 0`)))
    await assert.rejects(wrong)
    assert.equal(replica.counts['given-up'], before)
  })
})

describe('a server that is no longer a replica', () => {
  let node: Harness
  before(async () => {
    node = await startNode()
    await waitUntil(() => node.metrics.value('replica_near') === 1, 'the replica is near')
  })
  after(() => node.close())

  const count = async () => (await node.reports.find(node.principal, { limit: 10 })).records.length

  test('is not used once it was promoted, and no node is less ready for it', async () => {
    await node.submit({})
    assert.equal(await count(), 1)
    await pair.promote()
    await pair.standby.sql`delete from message_state`
    await pair.standby.sql`delete from message`
    assert.equal(await count(), 1)
    assert.equal(node.metrics.value('replica_near'), 0)
    assert.deepEqual(await node.engine.health(), { status: 'ok' })
  })

  test('nor when it is gone', async () => {
    await pair.stopStandby()
    await node.submit({})
    assert.equal(await count(), 2)
    assert.deepEqual(await node.engine.health(), { status: 'ok' })
  })
})
