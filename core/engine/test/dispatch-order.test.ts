import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PRIORITIES, type PriorityName } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink, holdAnswers } from './support/fake-carrier.ts'
import { isClaimed } from './support/is-claimed.ts'

const recipients = (count: number) => Array.from({ length: count }, (_, n) => `2782${String(n).padStart(7, '0')}`)

/** A link that answers after a while. */
function slowLink(delayMs: number, window: number): FakeLink {
  const link = new FakeLink()
  link.window = window
  link.answer = (message) => new Promise((resolve) => setTimeout(() => resolve(accept(message)), delayMs))
  return link
}

describe('the order of dispatch', () => {
  let base: Harness
  before(async () => {
    base = await startEngine()
  })
  after(() => base.close())

  // spec: What the service does | rule | within one priority in the order received
  it('within one priority is the order received: 500 requests one after the other', async (t) => {
    const link = new FakeLink()
    const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    const accepted: number[] = []
    for (let sent = 0; sent < 500; sent += 1) {
      const { entries } = await base.submit({ text: `message ${sent}` })
      accepted.push(entries[0]?.smsId as number)
    }
    await base.until(() => link.submitted.length === 500, 'all are handed over')
    assert.deepEqual(
      link.submitted.map(({ smsId }) => smsId),
      accepted,
    )
  })

  // spec: What the service does | rule | order of dispatch CRITICAL, HIGH, NORMAL, LOW, BULK ; priority changes the order only, messages of every priority go out
  it('is by priority first, over whatever waits', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    const names: readonly PriorityName[] = ['BULK', 'NORMAL', 'CRITICAL', 'LOW', 'HIGH']
    const accepted = new Map<PriorityName, number[]>(names.map((name) => [name, []]))
    for (let round = 0; round < 10; round += 1) {
      for (const name of names) {
        const { entries } = await base.submit({ to: recipients(3) }, { priority: PRIORITIES[name] })
        accepted.get(name)?.push(...entries.map(({ smsId }) => smsId))
      }
    }
    assert.equal(link.submitted.length, 0)
    link.window = 1
    link.setUp(true)
    await base.until(() => link.submitted.length === 150, 'all are handed over')
    const order: readonly PriorityName[] = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK']
    assert.deepEqual(
      link.submitted.map(({ smsId }) => smsId),
      order.flatMap((name) => accepted.get(name)),
    )
  })

  it('lets a CRITICAL message pass a backlog of BULK on a slow link, from the first moment', async (t) => {
    for (let request = 0; request < 4; request += 1) {
      await base.submit({ to: recipients(5_000) }, { priority: PRIORITIES.BULK })
    }
    const link = slowLink(100, 5)
    const gate = holdAnswers(link)
    const node = await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(link)]]) })
    t.after(() => node.close())
    await base.until(() => link.submitted.length > 0, 'the backlog is being worked on')
    const delays: number[] = []
    for (let turn = 0; turn < 10; turn += 1) {
      // How long a node takes to hear of a message is no matter of order.
      gate.close()
      const { entries } = await base.submit({}, { priority: PRIORITIES.CRITICAL })
      const smsId = entries[0]?.smsId as number
      await base.until(() => isClaimed(base, [smsId]), 'a node has it')
      const handed = link.submitted.length
      gate.open()
      await base.until(() => link.submitted.some((message) => message.smsId === smsId), 'it is handed over')
      delays.push(link.submitted.findIndex((message) => message.smsId === smsId) - handed)
    }
    // A batch of the backlog holds 250 messages, so a message that had to wait for one would come after hundreds.
    assert.ok(Math.max(...delays) <= 40, `messages that went before each: ${delays}`)
    const [row] = await base.engine.sql<{ owned: number }[]>`
      select count(*) as owned from batch where owner is not null and priority = ${PRIORITIES.BULK}`
    assert.ok((row?.owned ?? 0) <= 16, `${row?.owned} batches of the backlog in memory`)
  })
})
