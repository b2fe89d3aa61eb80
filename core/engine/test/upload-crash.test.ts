import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { it, type TestContext } from 'node:test'
import { type UploadRecord, Uploads } from '@heliograph/contracts'
import { buryNodes } from './support/bury-nodes.ts'
import { startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

/**
 * The rows of the upload, and how often its node is killed while it sends. Each time the next node has to wait for a
 * quarter of a minute before it may declare the other one dead.
 */
const ROWS = Number(process.env.UPLOAD_ROWS ?? 8_000)
const KILLS = Number(process.env.UPLOAD_KILLS ?? 1)
const ROWS_AT_ONCE = 5_000

function startNode(url: string): ChildProcess {
  const script = new URL('./support/node-process.ts', import.meta.url).pathname
  const args = [
    '--conditions=@heliograph/source',
    '--import',
    '@heliograph/tsx',
    script,
    url,
    '0',
    '100',
    'webhooks,cron',
  ]
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function kill(node: ChildProcess): Promise<void> {
  const ended = once(node, 'exit')
  node.kill('SIGKILL')
  await ended
}

/** An upload on a database of its own, and a node in a process of its own that works on it. */
async function startUpload(t: TestContext) {
  const base = await startEngine({ credit: String(ROWS) })
  t.after(() => base.close())
  const { principal } = base
  const uploads = find(base.engine.services, Uploads)
  const octets = Math.ceil(ROWS / ROWS_AT_ONCE)
  const { uploadId, bulkId } = await uploads.create(principal, { name: 'list', octets })
  for (let from = 0; from < octets; from += 1) {
    const count = Math.min(ROWS_AT_ONCE, ROWS - from * ROWS_AT_ONCE)
    const rows = Array.from({ length: count }, (_, n) => {
      const number = from * ROWS_AT_ONCE + n
      return [`2782${String(number).padStart(7, '0')}`, `name ${number}`]
    })
    await uploads.addRows(principal, uploadId, { from, to: from + 1, separator: ',', rows })
  }
  await uploads.plan(principal, uploadId, { hasHeader: false, numberColumn: 0, text: 'Dear {2}' })
  let node: ChildProcess | undefined
  t.after(() => node?.kill('SIGKILL'))
  const get = async () => (await uploads.get(principal, uploadId)) as UploadRecord
  return {
    base,
    uploads,
    uploadId,
    bulkId,
    get,
    /** Waits until the upload has come this far. */
    async reached(isReached: (upload: UploadRecord) => boolean, what: string): Promise<void> {
      await base.until(async () => isReached(await get()), what)
    },
    async killNode(): Promise<void> {
      if (node !== undefined) await kill(node)
    },
    /** Buries the node, and starts another. */
    async startNext(): Promise<void> {
      await buryNodes(base.engine.sql, 'victim')
      node = startNode(base.url)
    },
    /** What the messages say: their number, and what they cost. */
    async stored() {
      const [row] = await base.engine.sql<{ messages: number; recipients: number; texts: number; price: string }[]>`
        select count(*)::integer as messages, count(distinct recipient)::integer as recipients,
          count(distinct body)::integer as texts, coalesce(sum(price), 0)::text as price
        from message where bulk_id = ${bulkId}`
      return row as { messages: number; recipients: number; texts: number; price: string }
    },
  }
}

it('an upload whose nodes are killed again and again has every row as one message, none twice and none lost', async (t) => {
  const { base, uploads, uploadId, get, reached, killNode, startNext, stored } = await startUpload(t)
  await startNext()
  await reached(({ checked }) => checked >= ROWS / 2, 'half of the rows are checked')
  await killNode()
  await startNext()
  await reached(({ state }) => state === 'ready', 'all rows are checked')
  const ready = await get()
  assert.deepEqual([ready.messages, ready.problems], [ROWS, {}])
  await uploads.start(base.principal, uploadId)
  for (let time = 1; time <= KILLS; time += 1) {
    await reached(({ submitted }) => submitted >= (ROWS * time) / (KILLS + 1), `part ${time} is submitted`)
    await killNode()
    await startNext()
  }
  await reached(({ submitted }) => submitted >= ROWS, 'all rows are submitted')

  const sent = await get()
  assert.deepEqual([sent.state, sent.submitted, sent.accepted, sent.problems], ['sending', ROWS, ROWS, {}])
  const { messages, recipients, texts, price } = await stored()
  assert.deepEqual([messages, recipients, texts], [ROWS, ROWS, ROWS])
  assert.equal(Number(await base.creditOf()).toFixed(2), (ROWS - Number(price)).toFixed(2))
  assert.deepEqual(await uploads.states(base.principal, uploadId), { queued: ROWS })
})

it('an upload that is cancelled while its node is dead shows what was made and paid for', async (t) => {
  const { base, uploads, uploadId, get, reached, killNode, startNext, stored } = await startUpload(t)
  await startNext()
  await reached(({ state }) => state === 'ready', 'all rows are checked')
  await uploads.start(base.principal, uploadId)
  await reached(({ submitted }) => submitted >= ROWS / 3, 'a third is submitted')
  await killNode()
  await uploads.cancel(base.principal, uploadId)
  await startNext()
  await reached(({ keptOctets }) => keptOctets === 0, 'its rows are gone')
  const { state, accepted } = await get()
  const { messages, price } = await stored()
  assert.deepEqual([state, accepted], ['cancelled', messages])
  assert.ok(messages < ROWS)
  assert.equal(Number(await base.creditOf()).toFixed(2), (ROWS - Number(price)).toFixed(2))
})
