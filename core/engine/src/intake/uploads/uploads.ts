import {
  type Clock,
  type Principal,
  type Schedules,
  UPLOAD_STATES,
  type UploadRecord,
  type UploadRow,
  type Uploads,
} from '@heliograph/contracts'
import {
  checkDeliveryWindow,
  checkPiece,
  checkPlan,
  checkSpeedLimit,
  clampRows,
  mapInSlices,
  nothingFailed,
  pieceMissing,
  readGroupUpload,
  readNewUpload,
  readUploadName,
  requireUploadState,
  resentPlan,
  seededPlan,
  uploadNotFound,
} from '@heliograph/messaging'
import { requireGroup } from '../../contacts/contact-groups.ts'
import { findFieldNames } from '../../contacts/contact-values.ts'
import { afterTransaction, type Sql, type Transaction } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Searches } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'
import type { BulkPauses } from '../../outbound/lifecycle/bulk-pauses.ts'
import { countStates } from '../../outbound/lifecycle/bulk-states.ts'
import { changeSpeed } from '../../outbound/speeds/change-speed.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { forgetWork } from '../../ownership/work-starts/work-start-statements.ts'
import { beginFilling } from './begin-filling.ts'
import { countResults } from './campaign-results.ts'
import { wakeUpload, workOfUpload } from './due-uploads.ts'
import { cancelScheduled } from './end-cancelled.ts'
import { selectFailed } from './failed-messages.ts'
import { insertUpload } from './insert-upload.ts'
import { noteBulk } from './note-bulk.ts'
import { refuseHeld } from './release-upload.ts'
import { findChunk, findFirstRow, insertChunks } from './row-chunks.ts'
import type { RowTools } from './row-tools.ts'
import { setRow } from './set-row.ts'
import { showRows } from './show-rows.ts'
import { startUpload } from './start-upload.ts'
import { storablePlan } from './storable-plan.ts'
import { NEEDED_FOR_FAILED, NEEDED_FOR_SPEED, neededFor } from './upload-needs.ts'
import { requireRoom } from './upload-quota.ts'
import { recordOf, type UploadEntry, type UploadFilling } from './upload-row.ts'
import { noteSpeed } from './upload-speed.ts'
import { findUpload, forgetChecks, listUploads, lockUpload } from './upload-statements.ts'

export interface UploadsOptions extends RowTools {
  readonly sql: Sql
  readonly searches: Searches
  readonly clock: Clock
  readonly schedules: Pick<Schedules, 'cancel'>
  readonly pauses: BulkPauses
  /** What the rows of a client's uploads may take at once. */
  readonly keptMebibytes: number
  /** Tells all nodes that uploads are due. */
  readonly announce: () => void
  readonly changeNotes?: Pick<ChangeNotes, 'note'> | undefined
}

/** The states in which a plan can be made. */
const PLANNABLE = ['received', 'checking', 'ready'] as const
/** Those in which a speed limit can be. */
const OPEN = UPLOAD_STATES.filter((state) => state !== 'done' && state !== 'cancelled')

const MOST_UPLOADS = 100
const MOST_SAMPLES = 100

/** Creates the `Uploads` service; see `UploadWork` for what is done in the background. */
export function createUploads(options: UploadsOptions): Uploads {
  const { sql, searches, clock, schedules, pauses, keptMebibytes, changeNotes } = options
  const now = () => new Date(clock.now())

  async function own(principal: Principal, uploadId: number): Promise<UploadEntry | undefined> {
    if (!Number.isSafeInteger(uploadId)) return undefined
    const row = await serviceAnswer(findUpload(sql, uploadId))
    return row?.clientId === principal.clientId ? row : undefined
  }

  async function ownOrThrow(principal: Principal, uploadId: number): Promise<UploadEntry> {
    const row = await own(principal, uploadId)
    if (row === undefined) throw uploadNotFound()
    return row
  }

  const fieldNamesOf =
    ({ clientId }: Principal) =>
    () =>
      findFieldNames(searches, clientId)

  async function wake(tx: Transaction, uploadId: number): Promise<void> {
    await wakeUpload(tx, uploadId)
    afterTransaction(tx, (isCommitted) => isCommitted && options.announce())
  }

  /** Runs a transaction that adds or changes an upload, and resolves with what it is then. */
  async function write(run: (tx: Transaction) => Promise<number>): Promise<UploadRecord> {
    try {
      const entry = await inTransaction(sql, async (tx) => (await findUpload(tx, await run(tx))) as UploadEntry)
      changeNotes?.note({ subject: 'uploads', clientId: entry.clientId })
      return recordOf(entry)
    } catch (error) {
      throw toServiceError(error)
    }
  }

  /** Changes an upload under its lock. */
  async function change(
    { clientId }: Principal,
    uploadId: number,
    run: (tx: Transaction, row: UploadEntry) => Promise<void>,
  ): Promise<UploadRecord> {
    if (!Number.isSafeInteger(uploadId)) throw uploadNotFound()
    return write(async (tx) => {
      const row = await lockUpload(tx, uploadId)
      if (row?.clientId !== clientId) throw uploadNotFound()
      await run(tx, row)
      await tx`update upload set touched_at = ${now()}::timestamptz where upload_id = ${uploadId}::bigint`
      return uploadId
    })
  }

  return {
    async create({ clientId, userId }, given) {
      const { name, octets } = readNewUpload(given)
      return write(async (tx) => {
        const uploadId = await insertUpload(tx, { clientId, userId, name, octets, at: now() })
        await requireRoom(tx, clientId, keptMebibytes)
        return uploadId
      })
    },

    async createFromGroups(principal, given) {
      const { clientId, userId } = principal
      const { name, groupIds, rows, plan, speedLimit = null } = await readGroupUpload(given, fieldNamesOf(principal))
      const filling: UploadFilling | null = groupIds.length === 0 ? null : { groupIds, index: 0, after: '' }
      return write(async (tx) => {
        for (const groupId of groupIds) await requireGroup(tx, clientId, groupId)
        const uploadId = await insertUpload(tx, { clientId, userId, name, octets: 0, at: now() })
        await insertChunks(
          tx,
          uploadId,
          0,
          rows.map((cells) => cells.map(storableText)),
        )
        await requireRoom(tx, clientId, keptMebibytes)
        const needs = neededFor(plan, null)
        await beginFilling(tx, uploadId, { principal, plan, filling, rows: rows.length, needs, speedLimit })
        await wake(tx, uploadId)
        return uploadId
      })
    },

    async createFromFailed(principal, uploadId, given) {
      const { clientId, userId } = principal
      const name = readUploadName(given)
      const { bulkId, plan: origin, speedLimit } = await ownOrThrow(principal, uploadId)
      const [first] = await serviceAnswer(selectFailed(sql, { clientId, bulkId }, 0, 1))
      if (first === undefined) throw nothingFailed()
      const filling = { failedOf: bulkId, after: 0 }
      return write(async (tx) => {
        const added = await insertUpload(tx, { clientId, userId, name, octets: 0, at: now() })
        const plan = resentPlan(first, origin)
        await beginFilling(tx, added, { principal, plan, filling, rows: 0, needs: NEEDED_FOR_FAILED, speedLimit })
        await wake(tx, added)
        return added
      })
    },

    async noteBulk(principal, bulk) {
      return write(async (tx) => {
        const uploadId = await noteBulk(tx, principal, bulk, now())
        afterTransaction(tx, (isCommitted) => isCommitted && options.announce())
        return uploadId
      })
    },

    async find({ clientId }, { before = Number.MAX_SAFE_INTEGER, limit, bulkIds }) {
      const most = Math.min(Math.max(limit, 1), MOST_UPLOADS)
      const rows = await serviceAnswer(listUploads(sql, clientId, { before, limit: most + 1, bulkIds }))
      const page = rows.slice(0, most)
      return { records: page.map(recordOf), next: rows.length > most ? page.at(-1)?.uploadId : undefined }
    },

    async get(principal, uploadId) {
      const row = await own(principal, uploadId)
      return row && recordOf(row)
    },

    async addRows(principal, uploadId, piece) {
      return change(principal, uploadId, async (tx, row) => {
        if (piece.from < row.received) return
        requireUploadState(row.state, 'receiving')
        if (piece.from > row.received) throw pieceMissing(row.received)
        checkPiece(piece, row.octets, row.rows)
        const cells = await mapInSlices(piece.rows, (each) => each?.map(storableText) ?? null)
        await insertChunks(tx, uploadId, row.rows, cells)
        await requireRoom(tx, row.clientId, keptMebibytes)
        await tx`
          update upload set received = ${piece.to}::bigint, row_count = row_count + ${cells.length}::integer,
            separator = ${storableText(piece.separator)},
            state = ${piece.to === row.octets ? 'received' : 'receiving'}
          where upload_id = ${uploadId}::bigint`
      })
    },

    async sample(principal, uploadId, limit) {
      await ownOrThrow(principal, uploadId)
      const first = await serviceAnswer(findChunk(sql, uploadId, 0))
      return first?.cells.slice(0, Math.min(limit, MOST_SAMPLES)) ?? []
    },

    async plan(principal, uploadId, given) {
      const planned = await ownOrThrow(principal, uploadId)
      requireUploadState(planned.state, ...PLANNABLE)
      // Its rows do not change any more.
      const first = await serviceAnswer(findFirstRow(sql, uploadId))
      await checkPlan(given, first ?? [], fieldNamesOf(principal))
      return change(principal, uploadId, async (tx, row) => {
        requireUploadState(row.state, ...PLANNABLE)
        refuseHeld(row)
        await forgetChecks(tx, uploadId)
        await tx`
          update upload set state = 'checking', paused_because = null, plan = ${JSON.stringify(storablePlan(seededPlan(given, row.bulkId)))}::text::jsonb,
            principal = ${JSON.stringify(principal)}::text::jsonb, checked = 0, messages = 0, parts = 0, problems = '{}',
            needs = greatest(${neededFor(given, first)}::integer, ${row.speedLimit && NEEDED_FOR_SPEED}::integer)
          where upload_id = ${uploadId}::bigint`
        await wake(tx, uploadId)
      })
    },

    async rows(principal, uploadId, { after = 0, limit, problem }) {
      const row = await ownOrThrow(principal, uploadId)
      return showRows(options, row, principal, { from: Math.max(after, 0), limit: clampRows(limit), problem })
    },

    async setRow(principal, uploadId, row, cells) {
      const sender = await options.senderOf(principal)
      let shown: UploadRow | undefined
      await change(principal, uploadId, async (tx, entry) => {
        shown = await setRow(tx, sender, entry, row - 1, cells.map(storableText))
        await requireRoom(tx, entry.clientId, keptMebibytes)
      })
      return shown as UploadRow
    },

    async start(principal, uploadId, sendAt, deliveryWindow, speedLimit) {
      if (deliveryWindow !== undefined) checkDeliveryWindow(deliveryWindow)
      if (speedLimit != null) checkSpeedLimit(speedLimit)
      return change(principal, uploadId, async (tx, row) => {
        if (row.state === 'sending' || row.state === 'scheduled') return
        requireUploadState(row.state, 'ready')
        await startUpload(tx, uploadId, { principal, at: now(), sendAt, deliveryWindow, speedLimit })
        await wake(tx, uploadId)
      })
    },

    async limitSpeed(principal, uploadId, speedLimit) {
      if (speedLimit !== null) checkSpeedLimit(speedLimit)
      return change(principal, uploadId, async (tx, row) => {
        requireUploadState(row.state, ...OPEN)
        await noteSpeed(tx, uploadId, speedLimit)
        if (row.startedAt !== null) await changeSpeed(tx, row, speedLimit, clock.now())
      })
    },

    async pause(principal, uploadId) {
      const record = await change(principal, uploadId, async (tx, row) => {
        if (row.state === 'paused') return
        requireUploadState(row.state, 'sending', 'scheduled')
        await tx`update upload set state = 'paused', paused_because = null where upload_id = ${uploadId}::bigint`
      })
      // One that has stopped on its own is not paused by anyone.
      if (record.pausedBecause === null)
        await serviceAnswer(pauses.pause({ clientId: principal.clientId, bulkId: record.bulkId }))
      return record
    },

    async resume(principal, uploadId) {
      const { bulkId } = await ownOrThrow(principal, uploadId)
      // Before its state says so: a node that ends in between leaves it paused.
      await serviceAnswer(pauses.resume({ clientId: principal.clientId, bulkId }))
      return change(principal, uploadId, async (tx, row) => {
        if (row.state === 'sending' || row.state === 'scheduled') return
        requireUploadState(row.state, 'paused')
        refuseHeld(row)
        await tx`
          update upload set state = 'sending', paused_because = null, principal = ${JSON.stringify(principal)}::text::jsonb
          where upload_id = ${uploadId}::bigint`
        await wake(tx, uploadId)
      })
    },

    async cancel(principal, uploadId) {
      const record = await change(principal, uploadId, async (tx, row) => {
        if (row.state === 'cancelled' || row.state === 'done') return
        await tx`
          update upload set state = 'cancelled', ended_at = ${now()}::timestamptz where upload_id = ${uploadId}::bigint`
        await forgetWork(tx, workOfUpload(uploadId))
        // It counts what was submitted, and deletes the rows.
        await wake(tx, uploadId)
      })
      if (record.state === 'cancelled') await cancelScheduled(schedules, { principal, bulkId: record.bulkId })
      return record
    },

    async rename(principal, uploadId, given) {
      const name = storableText(readUploadName(given))
      return change(principal, uploadId, async (tx) => {
        await tx`update upload set name = ${name} where upload_id = ${uploadId}::bigint`
      })
    },

    async results(principal, uploadId, { signal } = {}) {
      const { bulkId, plan } = await ownOrThrow(principal, uploadId)
      const { clientId } = principal
      const bulk = { clientId, bulkId, isCompared: plan?.comparison !== undefined }
      return searches.run(clientId, signal, ({ take }) => take((on) => countResults(on, bulk)))
    },

    async states(principal, uploadId, { signal } = {}) {
      const { bulkId } = await ownOrThrow(principal, uploadId)
      const { clientId } = principal
      const rows = await searches.run(clientId, signal, ({ take }) =>
        take(({ sql: on, run }) => run(countStates(on, clientId, bulkId))),
      )
      return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]))
    },
  }
}
