import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GatewayError, Logins, Messages, PRIORITIES } from '@heliograph/contracts'
import type { Sql } from '../src/database/database.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { type Harness, makeRequest, startEngine, waitUntil } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

/**
 * While `public.hung` has a row, no commit of a heartbeat, a message, a login or a change ends, and neither statement
 * nor lock limits end it: as while a synchronous standby is away, but in this database alone.
 */
async function letCommitsHang(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table public.hung (id integer);
    create function public.hang() returns trigger language plpgsql as $$
    begin
      while exists (select from public.hung) loop perform pg_sleep(0.02); end loop;
      return null;
    end $$;
    create constraint trigger hang after insert or update on node deferrable initially deferred
      for each row execute function public.hang();
    create constraint trigger hang after insert or update on batch deferrable initially deferred
      for each row execute function public.hang();
    create constraint trigger hang after insert or update on login_delay deferrable initially deferred
      for each row execute function public.hang();
  `)
}

/** How something ended, and whether within a limit by the timers of this process. */
async function timed(promise: PromiseLike<unknown>, limitMs: number) {
  let isInTime = true
  const limit = setTimeout(() => {
    isInTime = false
  }, limitMs)
  const code = await promise.then(
    (result) => (result as { status?: string }).status ?? 'done',
    (error: GatewayError) => error.code,
  )
  clearTimeout(limit)
  return { code, isInTime }
}

const ONCE = {
  priority: PRIORITIES.HIGH,
  messages: [{ text: 'hello', destinations: [{ to: '27821110001', messageId: 'once' }] }],
}

let base: Harness
before(async () => {
  base = await startEngine()
  await letCommitsHang(base.engine.sql)
})
after(() => base.close())

const startNode = (url = base.url) => {
  const link = new FakeLink()
  link.answer = accept
  const carriers = new Map([['net', carrierOf(link)]])
  return startEngine({ joinTo: { ...base, url }, carriers, roles: ['dispatch'] })
}

describe('while no commit ends', () => {
  let node: Harness
  before(async () => {
    node = await startNode()
    await node.submit({})
  })
  after(() => node.close())

  const logIn = () =>
    find(node.engine.services, Logins).byPassword({
      origin: 'test',
      account: 'nobody@acme.test',
      password: 'wrong',
      address: '192.0.2.1',
    })
  const submitOnce = () => node.engine.submissions.submit(node.principal, makeRequest({}, ONCE))

  test('nothing waits for it: clients are told what is not known, then that nothing was accepted; all is found again', async () => {
    assert.deepEqual(await node.engine.health(), { status: 'ok' })
    await base.engine.sql`insert into public.hung values (1)`
    const first = timed(submitOnce(), 5_000)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    assert.deepEqual(await timed(node.engine.health(), 1_000), { code: 'down', isInTime: true })
    assert.deepEqual(await first, { code: 'outcome-unknown', isInTime: true })

    const asked = [submitOnce(), logIn(), find(node.engine.services, Messages).cancel(node.principal, { smsId: 1 })]
    const reported = await Promise.all(asked.map((one) => timed(one, 1_000)))
    assert.deepEqual(reported, Array(3).fill({ code: 'database-away', isInTime: true }))

    await base.engine.sql`delete from public.hung`
    await waitUntil(async () => (await node.engine.health()).status === 'ok', 'it is ready again')
    const { entries } = await submitOnce()
    const { records } = await node.reports.find(node.principal, { messageId: 'once', limit: 2 })
    assert.deepEqual(
      records.map(({ smsId }) => smsId),
      [entries[0]?.smsId],
    )
    assert.equal((await logIn()).kind, 'unknown')
  })
})

test('a database that has gone silent: not ready within a second, and clients are told as soon once it is known', async () => {
  const proxy = await startDatabaseProxy(base.url)
  const node = await startNode(proxy.url)
  try {
    await node.submit({})
    proxy.silence({ all: true })
    assert.deepEqual(await timed(node.engine.health(), 1_000), { code: 'down', isInTime: true })
    const first = await timed(node.submit({}), 5_000)
    assert.deepEqual(first, { code: 'outcome-unknown', isInTime: true })
    const reported = await Promise.all([1, 2, 3].map(() => timed(node.submit({}), 1_000)))
    for (const { code, isInTime } of reported)
      assert.ok(isInTime && /^(database-away|outcome-unknown)$/.test(code), code)
    proxy.mend()
    await waitUntil(async () => (await timed(node.submit({}), 5_000)).code === 'done', 'it is accepted again')
  } finally {
    await node.close()
    await proxy.close()
  }
})
