import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Submissions, type UploadProblem, Uploads } from '@heliograph/contracts'
import { longestBlockMs } from '@heliograph/testkit'
import type { AccountDirectory } from '../src/accounts/directory.ts'
import { checkNext } from '../src/intake/uploads/check-upload.ts'
import { CHARACTERS_PER_CHUNK } from '../src/intake/uploads/row-chunks.ts'
import { createRowTools } from '../src/intake/uploads/row-tools.ts'
import { sendNext } from '../src/intake/uploads/send-upload.ts'
import type { UploadEntry } from '../src/intake/uploads/upload-row.ts'
import { findUpload } from '../src/intake/uploads/upload-statements.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

/** The longest that one step may keep the event loop to itself, in milliseconds of CPU time. */
const MOST_MS = 50
/** What one step may hold, garbage included. */
const MOST_MIB = 64

const PLACEHOLDERS = 3_333
const LONGEST_CELL = 64_000

/** The most that the heap grows while `run` works. */
async function mebibytesHeld(run: () => Promise<unknown>): Promise<number> {
  const begun = process.memoryUsage().heapUsed
  let most = begun
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, process.memoryUsage().heapUsed)
      await setImmediate()
    }
  })()
  await run()
  isOver = true
  await watching
  return (most - begun) / 1_048_576
}

async function assertBounded(what: string, run: () => Promise<unknown>): Promise<void> {
  const held = await mebibytesHeld(run)
  assert.ok(held <= MOST_MIB, `${what} holds ${held} MiB`)
  const blocked = await longestBlockMs(run)
  assert.ok(blocked <= MOST_MS, `${what} blocks for ${blocked} ms`)
}

const PLAN = { hasHeader: false, numberColumn: 0, text: '{2}'.repeat(PLACEHOLDERS) }

/** Rows of a file with 3,333 placeholders each, and what becomes of them. */
const FILES: readonly {
  readonly name: string
  readonly rows: number
  readonly cell: string
  readonly problem: UploadProblem | undefined
}[] = [
  { name: 'the longest cells', rows: 150, cell: 'x'.repeat(LONGEST_CELL), problem: 'too-long' },
  { name: 'the longest texts', rows: 1_500, cell: 'x'.repeat(11), problem: undefined },
  { name: 'blank cells', rows: 150, cell: ' '.repeat(LONGEST_CELL), problem: 'empty-text' },
  { name: 'the longest texts with links', rows: 500, cell: '{opt_in_link}x'.repeat(4_000), problem: 'too-long' },
]

describe('an upload holds up nothing and holds little, whatever its plan and its cells are', () => {
  let base: Harness
  let uploads: Uploads
  before(async () => {
    base = await startEngine()
    uploads = find(base.engine.services, Uploads)
  })
  after(() => base.close())

  const entry = async (uploadId: number) => (await findUpload(base.engine.sql, uploadId)) as UploadEntry

  for (const { name, rows, cell, problem } of FILES)
    it(`${name}: check, rows, mending and sending`, async () => {
      const { engine, principal } = base
      const { sql } = engine
      const tools = createRowTools(
        (of) => (engine.directory as AccountDirectory).accountOf(of),
        () => ({ baseUrl: 'https://sms.example.com', sign: () => 'x' }),
      )
      const atOnce = Math.min(rows, Math.ceil(1_048_576 / cell.length))
      const octets = Math.ceil(rows / atOnce)
      const { uploadId } = await uploads.create(principal, { name, octets })
      for (let from = 0; from < octets; from += 1) {
        const count = Math.min(atOnce, rows - from * atOnce)
        const cells = Array.from({ length: count }, (_, n) => [
          `2782${String(from * atOnce + n).padStart(7, '0')}`,
          cell,
        ])
        const piece = { from, to: from + 1, separator: ',', rows: cells }
        await uploads.addRows(principal, uploadId, piece)
      }
      const [chunks] = await sql<{ longest: number }[]>`
        select max(length(cells::text)) as longest from upload_chunk where upload_id = ${uploadId}::bigint`
      assert.ok((chunks?.longest ?? 0) <= CHARACTERS_PER_CHUNK * 1.1, `a chunk has ${chunks?.longest} characters`)

      await uploads.plan(principal, uploadId, PLAN)
      const options = { ...tools, sql, clock: systemClock }
      await assertBounded('check', async () => checkNext(options, await entry(uploadId)))
      while (await checkNext(options, await entry(uploadId)));
      const { state, messages, problems } = await entry(uploadId)
      assert.equal(state, 'ready')
      assert.deepEqual([messages, problems], problem === undefined ? [rows, {}] : [0, { [problem]: rows }])

      for (const kind of [undefined, 'any'] as const)
        await assertBounded(`rows ${kind}`, () => uploads.rows(principal, uploadId, { limit: 500, problem: kind }))
      if (problem !== undefined)
        await assertBounded('a mended row', () => uploads.setRow(principal, uploadId, 3, ['27821110003', cell]))

      await uploads.start(principal, uploadId)
      const sending = { ...options, submissions: taking() }
      await assertBounded('sending', async () => sendNext(sending, await entry(uploadId)))
      await uploads.cancel(principal, uploadId)
    })

  for (const [name, row] of [
    ['many cells', Array.from({ length: 100 }, () => '')],
    ['cells to be escaped', ['\u0001'.repeat(100)]],
    ['long cells', ['x'.repeat(1_000)]],
  ] as const)
    it(`taking a piece: ${name}`, async () => {
      const rows = Array.from({ length: Math.min(10_000, 1_048_576 / (row.length + String(row).length)) }, () => row)
      const { uploadId } = await uploads.create(base.principal, { name, octets: 10 })
      let from = 0
      const run = () => uploads.addRows(base.principal, uploadId, { from, to: ++from, separator: ',', rows })
      const held = await mebibytesHeld(run)
      assert.ok(held <= MOST_MIB, `${held} MiB`)
      const blocked = await longestBlockMs(run)
      assert.ok(blocked <= MOST_MS, `${blocked} ms`)
      await uploads.cancel(base.principal, uploadId)
    })
})

/** Takes whatever is submitted. */
function taking(): Submissions {
  const submit: Submissions['submit'] = async (_, { messages }) =>
    ({
      entries: messages.flatMap(({ destinations }) => destinations.map(() => ({ smsId: 1, state: 'queued' }))),
    }) as never
  return { submit } as Submissions
}
