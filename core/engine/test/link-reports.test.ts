import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { LinkReports, type LinkSign } from '../src/outbound/dispatch/link-reports.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

const SIGN: LinkSign = { link: 'net/main', state: 'up', detail: null, figures: {} as LinkSign['figures'], routes: [] }

describe('reports on links', () => {
  const db = useDatabase()

  it('a carrier that fails to tell its state or its PDUs costs a report, and ends nothing', async () => {
    const clock = createManualClock()
    const logger = captureLogger()
    const [node] = await db.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{dispatch}') returning lease`
    const faults = ['no state', 'no PDUs']
    const failing = <T>(fault: string, value: T) => {
      if (faults[0] !== fault) return value
      faults.shift()
      throw new Error(fault)
    }
    const noted: string[] = []
    const reports = new LinkReports({
      sql: db.sql,
      clock,
      logger,
      lease: () => (node as { lease: number }).lease,
      signs: () => failing('no state', [SIGN]),
      pdusOf: () => failing('no PDUs', []),
      changeNotes: { noteEverywhere: (subject) => void noted.push(subject) },
    })
    reports.start()
    const reported = async () => (await db.sql`select from link_report where link = 'net/main'`).length === 1
    await waitUntil(async () => {
      clock.advance(3_000)
      return reported()
    }, 'the link is reported')
    for (let beat = 0; beat < 5; beat += 1) clock.advance(3_000)
    await reports.stop()
    assert.deepEqual(noted, ['deployment'], 'told once: afterwards nothing changed')
    assert.deepEqual(
      logger.at('debug').map(({ fields }) => (fields.err as Error).message),
      ['no state', 'no PDUs'],
    )
  })
})
