import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Messages, type Principal, Segments, type SubmitSegment } from '@heliograph/contracts'
import { checkCredit } from '../src/accounts/credit.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

let h: Harness
before(async () => {
  h = await startEngine()
})
after(() => h.close())

const HOUR_MS = 3_600_000

const service = <T>(token: { readonly id: string }) =>
  h.engine.services.find((provided) => provided.token.id === token.id)?.service as T

const submit = (client: Principal, ...request: Parameters<typeof makeRequest>) =>
  h.engine.submissions.submit(client, makeRequest(...request))

async function entriesOf(client: Principal): Promise<readonly (readonly [string, string, number | null])[]> {
  const rows = await h.engine.sql<{ reason: string; amount: string; sms_id: number | null }[]>`
    select reason, amount, sms_id from credit_entry where client_id = ${client.clientId} order by entry_id`
  return rows.map(({ reason, amount, sms_id }) => [reason, amount, sms_id])
}

function segment(part: number, text: string): SubmitSegment {
  return {
    origin: 'test',
    priority: 20,
    to: '27821110001',
    reference: 7,
    total: 2,
    part,
    text,
    encoding: 'gsm',
    userDataHeader: `0500030702${String(part).padStart(2, '0')}`,
    flash: false,
  }
}

describe('the ledger', () => {
  it('has what a client begins with and what is added', async () => {
    const client = await h.addClient({ credit: '5' })
    await h.engine.provisioning.setClient({ clientId: client.clientId, addCredit: '2.5' })
    await h.engine.provisioning.setClient({ clientId: client.clientId, addCredit: '-1' })
    assert.deepEqual(await entriesOf(client), [
      ['opening', '5.000000', null],
      ['top-up', '2.500000', null],
      ['top-up', '-1.000000', null],
    ])
  })

  it('begins when a client becomes prepaid', async () => {
    const client = await h.addClient()
    await submit(client, {})
    assert.deepEqual(await entriesOf(client), [])
    await h.engine.provisioning.setClient({ clientId: client.clientId, addCredit: '3' })
    assert.deepEqual(await entriesOf(client), [['top-up', '3.000000', null]])
  })

  it('has one entry for each client and commit', async () => {
    const [one, two] = await Promise.all([h.addClient({ credit: '5' }), h.addClient({ credit: '5' })])
    const results = await Promise.all([
      submit(one, { to: ['27821110001', '27821110002'] }),
      submit(two, {}),
      submit(one, {}),
    ])
    const first = (index: number) => results[index]?.entries[0]?.smsId
    assert.deepEqual((await entriesOf(one)).slice(1), [['send', '-0.150000', first(0)]])
    assert.deepEqual((await entriesOf(two)).slice(1), [['send', '-0.050000', first(1)]])
  })

  it('has none for what was refused or is free', async () => {
    const [poor, free] = await Promise.all([h.addClient({ credit: '0.01' }), h.addClient({ credit: '1', price: '0' })])
    await assert.rejects(submit(poor, {}))
    await submit(free, {})
    assert.deepEqual([(await entriesOf(poor)).length, (await entriesOf(free)).length], [1, 1])
  })

  it('has what another text costs, and what is credited back', async () => {
    const client = await h.addClient({ credit: '5' })
    const { entries } = await submit(client, { sendAt: new Date(Date.now() + HOUR_MS) })
    const smsId = entries[0]?.smsId as number
    const messages = service<Messages>(Messages)
    await messages.replace(client, smsId, { text: 'a'.repeat(400) })
    await messages.replace(client, smsId, { text: 'short' })
    await messages.cancel(client, { smsId })
    assert.deepEqual((await entriesOf(client)).slice(1), [
      ['send', '-0.050000', smsId],
      ['replace', '-0.100000', smsId],
      ['replace', '0.100000', smsId],
      ['refund', '0.050000', smsId],
    ])
  })

  it('has segments and what they are joined to', async () => {
    const client = await h.addClient({ credit: '5' })
    const segments = service<Segments>(Segments)
    const { smsId } = await segments.add(client, segment(1, 'a'.repeat(100)))
    const last = await segments.add(client, segment(2, 'b'.repeat(20)))
    assert.deepEqual((await entriesOf(client)).slice(1), [
      ['segments', '-0.050000', smsId],
      ['segments', '-0.050000', last.smsId],
      ['join', '0.100000', smsId],
      ['send', '-0.050000', smsId],
    ])
  })

  // This test comes last, since it looks at what all others left.
  it('adds up to the balance of every client, and a difference is found', async () => {
    const { sql } = h.engine
    const before = await checkCredit(sql)
    assert.deepEqual(before.differences, [])
    assert.ok(before.clients >= 7)
    const client = await h.addClient({ name: 'Tampered', credit: '5' })
    await sql`update client_credit set credit = credit + 1 where client_id = ${client.clientId}`
    assert.deepEqual(await checkCredit(sql), {
      clients: before.clients + 1,
      differences: [{ clientId: client.clientId, name: 'Tampered', credit: '6.000000', entries: '5.000000' }],
    })
  })
})
