import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { EventLog } from '@heliograph/contracts'
import { migrateSchemas } from '../src/tables/migrate-schemas.ts'
import { buryNodes } from './support/bury-nodes.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { ownSchema } from './support/own-schema-folder.ts'
import { find } from './support/smpp-node.ts'

const MESSAGES = 600
const ORIGINS = ['reported', 'followed'] as const

// Without a key: what is counted twice is there twice.
const TABLES = `
  create table counted (origin text not null, sms_id bigint not null);
  create table total (origin text primary key, events bigint not null);
  insert into total values ('reported', 0), ('followed', 0);`

interface EventNode {
  readonly process: ChildProcess
  /** Batches that it has begun. */
  readonly begun: string[]
  kill(): Promise<void>
}

async function startEventNode(t: TestContext, url: string, name: string): Promise<EventNode> {
  const script = new URL('./support/event-node.ts', import.meta.url).pathname
  const args = ['--conditions=@heliograph/source', '--import', '@heliograph/tsx', script, url, name]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  const begun: string[] = []
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => (line === 'ready' ? resolve() : begun.push(line)))
    ended.then(() => reject(new Error(`${name} ended before it was ready`)), reject)
  })
  return {
    process: child,
    begun,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function totals({ engine }: Harness): Promise<Readonly<Record<string, number>>> {
  const rows = await engine.sql<{ origin: string; events: number }[]>`select origin, events from plugin_counter.total`
  return Object.fromEntries(rows.map(({ origin, events }) => [origin, events]))
}

test('nodes that are killed while they count events on two nodes: each is counted exactly once', async (t) => {
  const link = new FakeLink('main')
  link.receipts = 'none'
  const base = await startEngine({ carriers: new Map([['net', carrierOf(link)]]) })
  t.after(() => base.close())
  await migrateSchemas(base.url, [await ownSchema(t, 'counter', [TABLES])])
  const nodes = [await startEventNode(t, base.url, 'one'), await startEventNode(t, base.url, 'two')]
  const to = Array.from({ length: MESSAGES }, (_, n) => `2784${String(n).padStart(7, '0')}`)
  await base.submit({ to })
  const done = async (least: number) => Object.values(await totals(base)).every((events) => events >= least)

  // The followed log is counted on one node at a time, so each of them is killed in turn.
  for (const [index, name] of (['one', 'two'] as const).entries()) {
    await base.until(() => done(100 * (index + 1)), 'both ways are in the middle of it')
    await nodes[index]?.kill()
    nodes.push(await startEventNode(t, base.url, `${name} again`))
    await buryNodes(base.engine.sql, name)
  }
  await base.until(() => done(MESSAGES), 'all are counted')
  const log = find(base.engine.services, EventLog)
  assert.notEqual(await log.replay('counter', new Date(0)), null)
  const begun = () => nodes.flatMap((node) => node.begun).filter((line) => line.startsWith('followed')).length
  const before = begun()
  await base.until(() => begun() >= before + MESSAGES / 100, 'all came again')
  for (const node of nodes.slice(2)) await node.kill()

  assert.deepEqual(await totals(base), { reported: MESSAGES, followed: MESSAGES })
  for (const origin of ORIGINS) {
    const rows = await base.engine.sql<{ sms_id: number }[]>`
      select sms_id from plugin_counter.counted where origin = ${origin}`
    assert.deepEqual([rows.length, new Set(rows.map((row) => row.sms_id)).size], [MESSAGES, MESSAGES], origin)
  }
})
