import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { type UploadRecord, Uploads } from '@heliograph/contracts'
import { buryNodes } from './support/bury-nodes.ts'
import { startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

/**
 * The rows of the upload, and how often its node is killed while it sends. Each time the next node has to wait for a
 * quarter of a minute before it may declare the other one dead.
 */
const ROWS = Number(process.env.UPLOAD_ROWS ?? 12_000)
const KILLS = Number(process.env.UPLOAD_KILLS ?? 1)
const ROWS_AT_ONCE = 10_000

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

it('an upload whose nodes are killed again and again has every row as one message, none twice and none lost', async (t) => {
  const base = await startEngine()
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

  /** Waits until the upload has come this far. */
  async function reached(isReached: (upload: UploadRecord) => boolean, what: string): Promise<void> {
    await base.until(async () => isReached((await uploads.get(principal, uploadId)) as UploadRecord), what)
  }

  /** Kills the node, buries it, and starts another. */
  async function replaceNode(): Promise<void> {
    if (node !== undefined) await kill(node)
    await buryNodes(base.engine.sql, 'victim')
    node = startNode(base.url)
  }

  await replaceNode()
  await reached(({ checked }) => checked >= ROWS / 2, 'half of the rows are checked')
  await replaceNode()
  await reached(({ state }) => state === 'ready', 'all rows are checked')
  const ready = (await uploads.get(principal, uploadId)) as UploadRecord
  assert.deepEqual([ready.messages, ready.problems], [ROWS, {}])
  await uploads.start(principal, uploadId)
  for (let time = 1; time <= KILLS; time += 1) {
    await reached(({ submitted }) => submitted >= (ROWS * time) / (KILLS + 1), `part ${time} is submitted`)
    await replaceNode()
  }
  await reached(({ submitted }) => submitted >= ROWS, 'all rows are submitted')

  const sent = (await uploads.get(principal, uploadId)) as UploadRecord
  assert.deepEqual([sent.state, sent.submitted, sent.accepted, sent.problems], ['sending', ROWS, ROWS, {}])
  const [row] = await base.engine.sql<{ messages: number; recipients: number; texts: number }[]>`
    select count(*)::integer as messages, count(distinct recipient)::integer as recipients,
      count(distinct body)::integer as texts
    from message where bulk_id = ${bulkId}`
  assert.deepEqual({ ...row }, { messages: ROWS, recipients: ROWS, texts: ROWS })
  assert.deepEqual(await uploads.states(principal, uploadId), { queued: ROWS })
})
