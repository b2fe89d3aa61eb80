import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Submissions, type UploadRecord, Uploads } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'
import { slicesOf, work } from './support/upload-slices.ts'

/** Rows of the list without the doubles: some more than three steps submit. */
const ROWS = 1_600

/** What happens when a node has submitted rows for the second time, before it could note that. */
interface Interruption {
  readonly name: string
  readonly credit?: string
  act(uploads: Uploads, of: Harness, uploadId: number): Promise<unknown>
  /** Ends the node at that point: another one goes on. */
  readonly isCrash?: boolean
  /** How the upload ends, and with how many messages; undefined: depends on when it was stopped. */
  readonly state: UploadRecord['state']
  readonly messages?: number
}

const INTERRUPTIONS: readonly Interruption[] = [
  { name: 'nothing happens', act: async () => {}, state: 'sending', messages: ROWS },
  { name: 'its node dies', act: async () => {}, isCrash: true, state: 'sending', messages: ROWS },
  { name: 'it is cancelled', act: (uploads, { principal }, id) => uploads.cancel(principal, id), state: 'cancelled' },
  { name: 'it is paused', act: (uploads, { principal }, id) => uploads.pause(principal, id), state: 'paused' },
  {
    name: 'it is cancelled and its node dies',
    act: (uploads, { principal }, id) => uploads.cancel(principal, id),
    isCrash: true,
    state: 'cancelled',
  },
  { name: 'the credit ends', credit: '37.50', act: async () => {}, state: 'paused', messages: 750 },
]

describe('the counts of an upload are those of its messages and of what they cost', () => {
  for (const { name, credit = '1000', act, isCrash = false, state, messages } of INTERRUPTIONS)
    it(`when ${name}`, async (t) => {
      const base = await startEngine({ credit })
      t.after(() => base.close())
      const uploads = find(base.engine.services, Uploads)
      const { uploadId, bulkId } = await startUpload(base, uploads)
      const submissions = interrupted(base.engine.submissions, 2, async () => {
        await act(uploads, base, uploadId)
        if (isCrash) throw new Error('the node dies')
      })
      const takesOver = slicesOf(base, base.engine.submissions)
      await work(slicesOf(base, submissions), uploadId)
      if (isCrash) await work(takesOver, uploadId)
      const upload = (await uploads.get(base.principal, uploadId)) as UploadRecord
      const [stored] = await base.engine.sql<{ messages: number; recipients: number; price: string }[]>`
        select count(*)::integer as messages, count(distinct recipient)::integer as recipients, sum(price)::text as price
        from message where bulk_id = ${bulkId}`
      assert.deepEqual([upload.state, upload.accepted, upload.submitted], [state, stored?.messages, stored?.messages])
      assert.equal(stored?.recipients, stored?.messages)
      if (messages !== undefined) assert.equal(upload.accepted, messages)
      assert.equal(Number(await base.creditOf()).toFixed(2), (Number(credit) - Number(stored?.price)).toFixed(2))
      assert.deepEqual(upload.problems, { duplicate: DOUBLES.length })
    })
})

/** Numbers that are in the list before, spelled in other ways. */
const DOUBLES = ['0820000001', '+27820000001', '082 000 0002', '27820001599']

async function startUpload({ principal, engine }: Harness, uploads: Uploads): Promise<UploadRecord> {
  const rows = Array.from({ length: ROWS }, (_, n) => [`2782${String(n).padStart(7, '0')}`])
  rows.splice(700, 0, ...DOUBLES.slice(0, 3).map((number) => [number]))
  rows.push(...DOUBLES.slice(3).map((number) => [number]))
  const { uploadId } = await uploads.create(principal, { name: 'list', octets: 1 })
  await uploads.addRows(principal, uploadId, { from: 0, to: 1, separator: ',', rows })
  await uploads.plan(principal, uploadId, { hasHeader: false, numberColumn: 0, text: 'Hello' })
  await work(slicesOf({ engine }, engine.submissions), uploadId)
  return uploads.start(principal, uploadId)
}

/** Calls `act` when the n-th request has been stored, before its answer. */
function interrupted(submissions: Submissions, nth: number, act: () => Promise<void>): Submissions {
  let requests = 0
  return {
    async submit(principal, request) {
      const result = await submissions.submit(principal, request)
      requests += 1
      if (requests === nth) await act()
      return result
    },
  }
}
