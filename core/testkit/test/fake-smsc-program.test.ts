import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { STATUS } from '@heliograph/smpp'
import { answerOf, bindClient } from './fixtures/smpp-client.ts'

const PROGRAM = fileURLToPath(new URL('../bin/heliograph-fake-smsc.mjs', import.meta.url))

function run(...flags: readonly string[]): ChildProcess {
  const { NODE_TEST_CONTEXT, ...env } = process.env
  return spawn(process.execPath, [PROGRAM, '--port', '0', ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Returns a function that resolves with the next line of JSON the program prints. */
function linesOf(child: ChildProcess): () => Promise<Record<string, number>> {
  const lines = createInterface({ input: child.stdout as never })[Symbol.asyncIterator]()
  return async () => JSON.parse((await lines.next()).value)
}

describe('heliograph-fake-smsc', { concurrency: true }, () => {
  test('says where it listens, serves, and tells what happened when it is stopped', async () => {
    const child = run('--password', 'secret', '--id-format', 'hex', '--first-id', '255', '--lose-every', '3')
    const exit = once(child, 'exit')
    const line = linesOf(child)
    const { pid, port = 0 } = await line()
    assert.equal(pid, child.pid)
    await assert.rejects(bindClient({ port, password: 'wrong' }), { message: `bind ${STATUS.RINVPASWD}` })
    const client = await bindClient({ port, responseTimeoutMs: 2_000 })
    const answers = [answerOf(await client.submit()), answerOf(await client.submit()), answerOf(await client.submit())]
    assert.deepEqual(answers, ['FF', '100', 'expired'])
    await client.delivers(3)
    await client.session.unbind()
    child.kill('SIGUSR2')
    assert.equal((await line()).submits, 3)
    child.kill('SIGTERM')
    const { accepted, bindsRefused, binds, deliveriesAcknowledged, receiptsSent, unanswered } = await line()
    assert.deepEqual(
      { accepted, bindsRefused, binds, deliveriesAcknowledged, receiptsSent, unanswered },
      { accepted: 3, bindsRefused: 1, binds: 1, deliveriesAcknowledged: 3, receiptsSent: 3, unanswered: 1 },
    )
    assert.deepEqual(await exit, [0, null])
  })

  test('sends an SMS, meets recipients as the simulator does and counts what comes twice', async () => {
    const child = run('--incoming', '27821234567,27820001234,Hello, gateway', '--fates', '--count-duplicates')
    const line = linesOf(child)
    const { port = 0 } = await line()
    const client = await bindClient({ port })
    const [sms] = await client.delivers(1)
    assert.equal(sms?.shortMessage.toString(), 'Hello, gateway')
    await client.submit()
    await client.submit()
    const refused = await client.submit({ destination: { ton: 1, npi: 1, address: '27821234904' } })
    assert.equal(answerOf(refused), STATUS.RINVDSTADR)
    client.session.destroy('done')
    child.kill('SIGINT')
    assert.equal((await line()).duplicates, 1)
  })

  test('says what is wrong with its options and its port', async () => {
    const bad = run('--rate', 'fast')
    const [message, [code]] = await Promise.all([text(bad.stderr as never), once(bad, 'exit')])
    assert.match(message, /--rate.*not a whole number/)
    assert.equal(code, 1)
    const taken = run()
    const { port = 0 } = await linesOf(taken)()
    const second = run('--port', String(port))
    const [problem, [status]] = await Promise.all([text(second.stderr as never), once(second, 'exit')])
    taken.kill()
    assert.match(problem, /heliograph-fake-smsc: .*EADDRINUSE/)
    assert.equal(status, 1)
  })
})
