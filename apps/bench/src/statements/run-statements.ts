import { systemClock } from '@heliograph/contracts'
import { openDatabase } from '@heliograph/engine'
import {
  createRecordIds,
  plainReceipts,
  type RecordIds,
  recordFirstAnswers,
  removeBatches,
  settleQuietReceipts,
  storeMessages,
} from '@heliograph/engine/statements'
import type { PreparedJob } from '../generator/serve-job.ts'
import type { Sender, StatementJob, StatementResult } from './job.ts'
import { answerTo, receiptOf, rowOf } from './rows.ts'

type Sql = ReturnType<typeof openDatabase>

/** Opens the connections and sends the batches that do not count. */
export async function prepareStatements(job: StatementJob): Promise<PreparedJob<StatementResult>> {
  const sql = openDatabase({ url: job.databaseUrl, max: job.senders.length, applicationName: 'heliograph-statements' })
  const ids = createRecordIds(sql, systemClock)
  const send = async (batches: number) => {
    await Promise.all(job.senders.map((sender) => sendBatches(sql, ids, sender, job, batches)))
  }
  await send(job.warmup)
  return {
    async run() {
      const firstAtMs = Date.now()
      await send(job.batches)
      // The connections stay open: the CPU time of a server process that ends meanwhile could not be read.
      return { firstAtMs, lastAtMs: Date.now() }
    },
  }
}

/** A node removes many finished batches at once. */
const REMOVED_TOGETHER = 10

/** Batch by batch: accepted, answered by the network and reported as delivered, in a commit each. */
async function sendBatches(
  sql: Sql,
  ids: RecordIds,
  sender: Sender,
  { lease, batchSize }: StatementJob,
  batches: number,
): Promise<void> {
  const finished: number[] = []
  for (let batch = 0; batch < batches; batch += 1) {
    const at = Date.now()
    const rows = (await ids.take(batchSize)).map((smsId) => rowOf(smsId, sender, at))
    const { batches: stored } = await storeMessages(sql, rows, {
      claim: () => lease,
      defaultValiditySeconds: 172_800,
      fairness: 'order',
      ids,
      payment: 'plain',
    })
    const [owned] = stored.map((batch) => batch.owned)
    if (owned?.rows.length !== batchSize) throw new Error(`stored ${owned?.rows.length} of ${batchSize}`)
    const answers = rows.map((row) => answerTo(row, at))
    if (!(await recordFirstAnswers(sql, lease, answers))) throw new Error('the answers were not taken as first ones')
    finished.push(owned.batchId)
    if (finished.length === REMOVED_TOGETHER || batch + 1 === batches)
      await removeBatches(sql, lease, finished.splice(0))
    const receipts = plainReceipts(rows.map((row) => receiptOf(row, at)))
    const settled = await settleQuietReceipts(sql, receipts, 0)
    if (settled.length !== batchSize) throw new Error(`settled ${settled.length} of ${batchSize} receipts`)
  }
}
