/**
 * A node in a process of its own that counts ends of messages in tables of its own, to be killed. Arguments: database
 * URL, its name. Reports on stdout each event before it counts it. Half of its batches it takes as a whole, and it
 * writes more slowly than it has to, so that it is killed in the middle of a transaction.
 */
import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { EventLog, type MessageEvent, MessageEvents, OwnTables } from '@heliograph/contracts'
import { captureLogger, captureMetrics, createHttpClientDouble } from '@heliograph/testkit'
import { Engine } from '../../src/index.ts'
import { MASTER_KEY, systemClock, testSettings } from './engine-harness.ts'
import { find } from './smpp-node.ts'

const [url = '', nodeName = ''] = process.argv.slice(2)

const engine = new Engine({
  url,
  settings: testSettings(),
  masterKeys: [MASTER_KEY],
  nodeName,
  roles: ['cron'],
  clock: systemClock,
  logger: captureLogger(),
  metrics: captureMetrics(),
  http: createHttpClientDouble(),
  publicUrl: () => 'https://sms.example.com',
  onFatal: () => process.exit(1),
})
await engine.open()
await engine.join()
await engine.startWork()

const tables = find(engine.services, OwnTables).of('counter')
const kinds = ['message-ended'] as const

/** @param origin how the event came */
async function count(origin: 'reported' | 'followed', events: readonly MessageEvent[]): Promise<void> {
  writeSync(1, `${origin} ${events.length}\n`)
  await tables.eachOnce(events, async (sql, fresh) => {
    for (const event of fresh) {
      if (event.kind !== 'message-ended') continue
      await sql`insert into counted (origin, sms_id) values (${origin}, ${event.smsId})`
      await sql`update total set events = events + 1 where origin = ${origin}`
      await delay(2)
    }
  })
}

await find(engine.services, MessageEvents).subscribe({
  name: 'counter',
  kinds,
  async handler(events) {
    for (const event of events) await count('reported', [event])
  },
})
await find(engine.services, EventLog).follow({
  name: 'counter',
  kinds,
  handler: (events) => count('followed', events),
})
writeSync(1, 'ready\n')
