import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Mail, MailError, type MailMessage } from '@heliograph/contracts'
import { createMemoryEngine } from '../src/memory/memory-engine.ts'

const MAIL: MailMessage = {
  to: 'desk@acme.example',
  subject: 'SMS from 27831234567 to 27820001234',
  text: 'Where are you?',
  headers: { 'Auto-Submitted': 'auto-generated' },
  idempotencyKey: 'forward:1042',
}
const patient = new AbortController().signal

describe('the relay of the double', () => {
  test('takes a mail and keeps it', async () => {
    const engine = createMemoryEngine()
    await engine.service(Mail).send(MAIL, patient)
    assert.deepEqual(engine.mails, [MAIL])
  })

  test('fails as it is told, and takes the next', async () => {
    const engine = createMemoryEngine()
    const { send } = engine.service(Mail)
    engine.failNext(new MailError('temporary', '451 try again later'), 'mail')
    await assert.rejects(send(MAIL, patient), { name: 'MailError', failure: 'temporary' })
    await send(MAIL, patient)
    assert.equal(engine.mails.length, 1)
  })

  const REFUSED: readonly (readonly [string, Partial<MailMessage>, object])[] = [
    ['no address', { to: 'desk' }, { name: 'MailError', failure: 'permanent' }],
    ['two addresses', { to: 'a@b.example,c@d.example' }, { name: 'MailError', failure: 'permanent' }],
    ['a subject of two lines', { subject: 'a\r\nBcc: all@acme.example' }, { name: 'TypeError' }],
    ['a header of two lines', { headers: { 'X-A': 'b\nc' } }, { name: 'TypeError' }],
    ['no key', { idempotencyKey: '' }, { name: 'TypeError' }],
  ]
  for (const [name, change, error] of REFUSED)
    test(`takes none with ${name}`, async () => {
      const engine = createMemoryEngine()
      await assert.rejects(engine.service(Mail).send({ ...MAIL, ...change }, patient), error)
      assert.equal(engine.mails.length, 0)
    })

  test('takes none that was given up', async () => {
    const engine = createMemoryEngine()
    await assert.rejects(engine.service(Mail).send(MAIL, AbortSignal.abort()), { failure: 'temporary' })
    assert.equal(engine.mails.length, 0)
  })
})
