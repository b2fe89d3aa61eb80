import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type QuietHours, QuietHoursSettings, Segments } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let node: Harness
before(async () => {
  node = await startEngine()
})
after(() => node.close())

for (const includesInterfaces of [true, false])
  it(`a message of segments ${includesInterfaces ? 'waits for quiet hours that hold its interface' : 'goes, when they do not'}`, async () => {
    const principal = { ...(await node.addClient()), role: 'admin' as const }
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    // What clocks show in South Africa.
    const clockAt = (moment: number) => new Date(moment + 2 * HOUR_MS).toISOString().slice(11, 16)
    const hours: QuietHours = {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: clockAt(minute - HOUR_MS),
      to: clockAt(minute + HOUR_MS),
      zone: 'Africa/Johannesburg',
      includesInterfaces,
    }
    await find(node.engine.services, QuietHoursSettings).set(principal, hours)
    node.forgetAccounts()
    const segment = {
      origin: 'smpp',
      priority: 20,
      to: '27821110001',
      encoding: 'gsm',
      reference: 7,
      total: 2,
    } as const
    const [first] = await Promise.all(
      [1, 2].map((part) =>
        find(node.engine.services, Segments).add(principal, {
          ...segment,
          text: `part ${part}`,
          part,
          flash: false,
          userDataHeader: `05000307020${part}`,
        }),
      ),
    )
    const { records } = await node.reports.find(principal, { smsId: first?.smsId as number, limit: 1 })
    const expected = includesInterfaces ? new Date(minute + HOUR_MS) : null
    assert.deepEqual([records[0]?.text, records[0]?.scheduledAt], ['part 1part 2', expected])
  })
