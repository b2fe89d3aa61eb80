import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { outgoing, startInstance } from './harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'heliograph-simulator-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
const newPath = () => join(folder, `journal-${++files}.csv`)
const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1)

test('what was taken is on file before the gateway is told', async () => {
  const journal = newPath()
  const instance = await startInstance({ journal })
  let reported = 0
  for (const parts of [1, 2]) {
    void instance.submit({ smsId: 500 + parts, attempt: 3, parts }).then((outcomes) => {
      reported += 1
      assert.ok(lines(journal).length >= outcomes.length)
    })
  }
  void instance.submit({ smsId: 503, to: '27831234904' })
  await instance.pass(10)
  assert.equal(reported, 2)
  const at = instance.clock.now() - 10
  assert.deepEqual(
    lines(journal).map((line) => line.replace(/s[0-9a-z]+/, 'ID')),
    [`501,3,1,ID,${at},27831234567,1`, `502,3,1,ID,${at},27831234567,1`, `502,3,2,ID,${at},27831234567,1`],
  )
  await instance.stop()
})

test('909: on file although the gateway is never told', async () => {
  const journal = newPath()
  const instance = await startInstance({ journal })
  void instance.submit({ to: '27831234909' })
  assert.equal(lines(journal).length, 1)
  await instance.stop()
})

test('a killed network remembers what it took and sends the receipts it owes', async () => {
  const journal = newPath()
  const killed = await startInstance({ journal, receiptDelayMs: 10_000 })
  const messages = ['901', '906', '000'].map((suffix) => outgoing({ to: `27831234${suffix}`, parts: 2 }))
  for (const message of messages) void killed.link.submit(message)
  await killed.pass(10)
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}99,1,1,half a li`)

  const again = await startInstance({ journal })
  await again.pass(10)
  assert.deepEqual(
    again.gateway.receipts.map((receipt) => `${receipt.to} ${receipt.networkStatus}`),
    ['27831234901 UNDELIV', '27831234901 UNDELIV', '27831234000 DELIVRD', '27831234000 DELIVRD'],
  )
  const resent = messages[2] ?? assert.fail()
  void again.link.submit({ ...resent, attempt: 2 })
  void again.submit()
  await again.pass(10)
  const { messages: taken, parts, duplicates } = await again.stats()
  assert.deepEqual({ taken, parts, duplicates }, { taken: 5, parts: 9, duplicates: 1 })
  await again.stop()
})

test('receipts the gateway has are not sent again', async () => {
  const journal = newPath()
  const first = await startInstance({ journal })
  void first.submit()
  await first.pass(20)
  assert.equal(first.gateway.receipts.length, 1)
  const second = await startInstance({ journal })
  await second.pass(20)
  assert.equal(second.gateway.receipts.length, 0)
})

test('a journal that cannot be opened stops the start', async () => {
  await assert.rejects(startInstance({ journal: join(folder, 'missing', 'journal.csv') }), { code: 'ENOENT' })
})

test('ids of two runs differ, also when they start in the same millisecond', async () => {
  const ids = new Set<string>()
  for (let run = 0; run < 5; run++) {
    const instance = await startInstance()
    for (const outcome of await instance.submit({ parts: 2 })) {
      if (outcome.kind === 'accepted' && outcome.networkId) ids.add(outcome.networkId)
    }
  }
  assert.equal(ids.size, 10)
})
