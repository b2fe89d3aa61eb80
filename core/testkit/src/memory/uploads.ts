import {
  type ContactGroups,
  type Contacts,
  GatewayError,
  isGatewayError,
  type MessageState,
  PRIORITIES,
  type Principal,
  type Schedules,
  type Submissions,
  UPLOAD_STATES,
  type UploadCells,
  type UploadPlan,
  type UploadProblem,
  type UploadRecord,
  type UploadState,
  type Uploads,
} from '@heliograph/contracts'
import {
  campaignState,
  checkCells,
  checkDeliveryWindow,
  checkPiece,
  checkPlan,
  checkSpeedLimit,
  clampRows,
  columnsOf,
  contactsNeeded,
  FAILED_STATES,
  MAX_WAITING_UPLOADS,
  nothingFailed,
  pieceMissing,
  type RowContacts,
  type RowReader,
  readGroupUpload,
  readNewUpload,
  readUploadName,
  readUploadRow,
  requireUploadState,
  resentPlan,
  rowIsSound,
  rowNotFound,
  rowReader,
  seededPlan,
  showUploadRow,
  tooManyUploads,
  UPLOAD_MEBIBYTES,
  UploadPageRows,
  uploadNotFound,
  uploadsFull,
} from '@heliograph/messaging'
import { resultsOf } from './campaign-results.ts'
import type { EngineParts } from './memory-services.ts'
import { formatAmount } from './money.ts'
import { newUpload, octetsOf, type Upload } from './upload-entry.ts'

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

const WAITING: ReadonlySet<UploadState> = new Set(['receiving', 'received', 'checking', 'ready'])

/** States in which it can get another speed limit. */
const OPEN = UPLOAD_STATES.filter((state) => state !== 'done' && state !== 'cancelled')

/** States of messages that have not gone out. */
const HELD: ReadonlySet<MessageState> = new Set(['scheduled', 'queued', 'submitting', 'retrying'])

interface UploadParts
  extends Pick<
    EngineParts,
    'accounts' | 'campaigns' | 'clock' | 'contacts' | 'inbox' | 'messages' | 'pausedBulks' | 'isOptedOut'
  > {
  nextUuid(): string
}

/** The contract of `Uploads` in memory: what the engine does in the background is done immediately. */
export function createUploads(
  parts: UploadParts,
  submissions: Submissions,
  schedules: Pick<Schedules, 'cancel'>,
  phonebook: {
    readonly contacts: Pick<Contacts, 'find' | 'values' | 'fieldNames'>
    readonly groups: Pick<ContactGroups, 'list'>
  },
): Uploads {
  const { accounts, clock, messages, pausedBulks } = parts
  const uploads = new Map<number, Upload>()
  let nextId = FIRST_ID
  const now = () => new Date(clock.now())
  const fieldNames = (principal: Principal) => phonebook.contacts.fieldNames(principal)

  function own({ clientId }: Principal, uploadId: number): Upload {
    const upload = uploads.get(uploadId)
    if (upload?.clientId !== clientId) throw uploadNotFound()
    return upload
  }

  function readerOf(principal: Principal, { plan, rows }: Upload): RowReader | undefined {
    if (plan === null) return undefined
    const ownerOf = () => accounts.linkOwner(accounts.channelFor(principal, plan.from) as never)
    return rowReader(plan, columnsOf(plan, rows[0] ?? []), { country: principal.country, ownerOf })
  }

  async function contactsOf(
    principal: Principal,
    reader: RowReader | undefined,
    rows: readonly UploadCells[],
  ): Promise<RowContacts> {
    const mobiles = reader === undefined ? [] : await contactsNeeded(reader, rows)
    const contacts = await phonebook.contacts.values(principal, mobiles)
    return new Map(contacts.map((contact) => [contact.mobile, contact]))
  }

  function check(principal: Principal, upload: Upload, row: number, contacts: RowContacts): void {
    const reader = readerOf(principal, upload) as RowReader
    const { to, measure, problem } = readUploadRow(reader, upload.rows[row] ?? null, contacts)
    const found = problem ?? findProblem(upload, to as string)
    if (found !== undefined) upload.problems.set(row, found)
    else {
      upload.numbers.add(to as string)
      upload.messages += 1
      upload.parts += measure?.parts ?? 0
    }
  }

  function findProblem({ clientId, numbers }: Upload, to: string): UploadProblem | undefined {
    if (parts.isOptedOut(clientId, to)) return 'opted-out'
    return numbers.has(to) ? 'duplicate' : undefined
  }

  async function send(principal: Principal, upload: Upload): Promise<void> {
    const reader = readerOf(principal, upload) as RowReader
    const { plan, sendAt, deliveryWindow, speedLimit } = upload
    const first = plan?.hasHeader ? 1 : 0
    const contacts = await contactsOf(principal, reader, upload.rows)
    for (let row = Math.max(first, upload.next); row < upload.rows.length; row += 1) {
      upload.next = row
      if (upload.problems.has(row)) continue
      const { to = '', letter, text, problem } = readUploadRow(reader, upload.rows[row] ?? null, contacts)
      if (problem === 'missing-value' || problem === 'empty-text') {
        upload.problems.set(row, problem)
        continue
      }
      const { entries } = await submissions.submit(principal, {
        origin: 'upload',
        priority: PRIORITIES.BULK,
        bulkId: upload.bulkId,
        numbers: 'international',
        atomic: false,
        speedLimit: speedLimit ?? undefined,
        messages: [
          {
            text,
            destinations: [{ to, messageId: `${upload.bulkId}:${row + 1}` }],
            ...(letter !== undefined && { reference: letter }),
            ...(plan?.from !== undefined && { from: plan.from }),
            ...(plan?.flash !== undefined && { flash: plan.flash }),
            ...(sendAt !== null && { sendAt }),
            ...(deliveryWindow !== null && { deliveryWindow }),
          },
        ],
      })
      const entry = entries[0]
      if (entry?.smsId === 0 && entry.state === 'no-credit') throw new Stopped('no-credit')
      upload.submitted += 1
      if (entry?.smsId !== 0) upload.accepted += 1
      else upload.problems.set(row, entry.state as UploadProblem)
    }
    upload.next = upload.rows.length
  }

  /** Ends an upload whose messages have gone out. */
  function settle(upload: Upload): UploadState {
    if (upload.state !== 'sending' || upload.next < upload.rows.length) return upload.state
    const sent = messagesOf(upload)
    const states = sent.map(({ state }) => state)
    if (states.some((state) => HELD.has(state))) {
      // Its bulk may have been moved to another time.
      const later = sent.find(({ state }) => state === 'scheduled')?.scheduledAt ?? null
      upload.sendAt = later ?? upload.sendAt
      if (pausedBulks.since(upload.clientId, upload.bulkId) !== undefined) return 'paused'
      return campaignState({ stored: 'sending', isAllSubmitted: true, isLater: later !== null })
    }
    // Cancelled as a bulk before any of them went out.
    upload.state = states.length > 0 && states.every((state) => state === 'cancelled') ? 'cancelled' : 'done'
    upload.endedAt = now()
    return upload.state
  }

  function messagesOf({ clientId, bulkId }: Upload) {
    return messages.all().filter((message) => message.clientId === clientId && message.bulkId === bulkId)
  }

  async function begin(principal: Principal, upload: Upload): Promise<UploadRecord> {
    upload.state = 'sending'
    upload.pausedBecause = null
    try {
      await send(principal, upload)
    } catch (error) {
      if (!(error instanceof Stopped) && !isGatewayError(error)) throw error
      upload.state = 'paused'
      upload.pausedBecause = error instanceof Stopped ? error.message : error.code
    }
    return recordOf(upload)
  }

  function recordOf(upload: Upload): UploadRecord {
    const state = settle(upload)
    const { clientId: _, problems, numbers: __, next: ___, currency, rows, rowCount, parts: count, ...rest } = upload
    const counts: Partial<Record<UploadProblem, number>> = {}
    for (const problem of problems.values()) counts[problem] = (counts[problem] ?? 0) + 1
    const price = { amount: formatAmount(accounts.price(upload.clientId) * BigInt(count)), currency }
    return { ...rest, state, rows: rowCount, keptOctets: octetsOf(rows), parts: count, price, problems: counts }
  }

  function add(
    { clientId, userId, currency }: Principal,
    draft: { readonly name: string; readonly octets: number },
  ): Upload {
    const waiting = [...uploads.values()].filter((upload) => upload.clientId === clientId && WAITING.has(upload.state))
    if (waiting.length >= MAX_WAITING_UPLOADS) throw tooManyUploads()
    const upload = newUpload({ ...draft, clientId, userId, currency }, nextId, parts.nextUuid(), now())
    nextId += 1
    uploads.set(upload.uploadId, upload)
    parts.campaigns.set(upload.bulkId, upload.name)
    try {
      requireRoom(clientId)
    } catch (error) {
      uploads.delete(upload.uploadId)
      throw error
    }
    return upload
  }

  function requireRoom(clientId: number): void {
    const own = [...uploads.values()].filter((upload) => upload.clientId === clientId)
    const kept = own.reduce(
      (sum, { state, octets, rows }) => sum + Math.max(octetsOf(rows), state === 'receiving' ? octets : 0),
      0,
    )
    if (kept > UPLOAD_MEBIBYTES * 1_048_576) throw uploadsFull(UPLOAD_MEBIBYTES)
  }

  function addTo(upload: Upload, rows: readonly UploadCells[]): void {
    upload.rows.push(...rows)
    upload.rowCount += rows.length
  }

  async function checkAll(principal: Principal, upload: Upload, plan: UploadPlan): Promise<UploadRecord> {
    upload.problems.clear()
    upload.numbers.clear()
    Object.assign(upload, { plan, messages: 0, parts: 0, checked: upload.rows.length, state: 'ready' })
    const contacts = await contactsOf(principal, readerOf(principal, upload), upload.rows)
    for (let row = plan.hasHeader ? 1 : 0; row < upload.rows.length; row += 1) check(principal, upload, row, contacts)
    return { ...recordOf(upload), state: 'checking' }
  }

  async function membersOf(principal: Principal, groupId: number) {
    const page = await phonebook.contacts.find(principal, { groupId, limit: 1_000 })
    const members = [...page.records]
    for (let after = page.next; after !== undefined; ) {
      const { records, next } = await phonebook.contacts.find(principal, { groupId, limit: 1_000, after })
      members.push(...records)
      after = next
    }
    return members
  }

  return {
    create: async (principal, given) => recordOf(add(principal, readNewUpload(given))),
    async createFromGroups(principal, given) {
      const { name, groupIds, rows, plan, speedLimit } = await readGroupUpload(given, () => fieldNames(principal))
      const known = (await phonebook.groups.list(principal)).map((group) => group.groupId)
      if (groupIds.some((groupId) => !known.includes(groupId)))
        throw new GatewayError('not-found', 'group-not-found', 'Group not found')
      const upload = add(principal, { name, octets: 0 })
      upload.speedLimit = speedLimit ?? null
      const members = new Map<string, string>()
      for (const groupId of groupIds)
        for (const { mobile, name: who } of await membersOf(principal, groupId)) members.set(mobile, who)
      addTo(upload, [...rows, ...[...members].map(([mobile, who]) => [`+${mobile}`, who])])
      return checkAll(principal, upload, plan)
    },
    async createFromFailed(principal, uploadId, given) {
      const name = readUploadName(given)
      const origin = own(principal, uploadId)
      const failed = messagesOf(origin).filter(({ state }) => FAILED_STATES.includes(state))
      const [first] = failed
      if (first === undefined) throw nothingFailed()
      const upload = add(principal, { name, octets: 0 })
      upload.speedLimit = origin.speedLimit
      addTo(
        upload,
        failed.map(({ to, text }) => [`+${to}`, text]),
      )
      return checkAll(principal, upload, resentPlan(first, origin.plan))
    },
    async noteBulk({ clientId, userId, currency }, bulk) {
      const { name, bulkId, submitted, accepted, parts: count, sendAt, speedLimit = null } = bulk
      const noted = [...uploads.values()].find((upload) => upload.clientId === clientId && upload.bulkId === bulkId)
      if (noted !== undefined) return recordOf(noted)
      const draft = { clientId, userId, currency, name: name.slice(0, 200), octets: 0 }
      const upload = newUpload(draft, nextId, bulkId, now())
      nextId += 1
      uploads.set(upload.uploadId, upload)
      Object.assign(upload, { state: 'sending', messages: submitted, submitted, accepted, parts: count, sendAt })
      upload.speedLimit = speedLimit
      upload.startedAt = now()
      return recordOf(upload)
    },
    async find({ clientId }, { before = Number.MAX_SAFE_INTEGER, limit, bulkIds }) {
      const found = [...uploads.values()]
        .filter((upload) => upload.clientId === clientId && upload.uploadId < before)
        .filter(({ bulkId }) => bulkIds === undefined || bulkIds.includes(bulkId))
        .sort((a, b) => b.uploadId - a.uploadId)
      const page = found.slice(0, Math.min(Math.max(limit, 1), 100))
      return { records: page.map(recordOf), next: found.length > page.length ? page.at(-1)?.uploadId : undefined }
    },
    async get({ clientId }, uploadId) {
      const upload = uploads.get(uploadId)
      return upload?.clientId === clientId ? recordOf(upload) : undefined
    },
    async addRows(principal, uploadId, piece) {
      const upload = own(principal, uploadId)
      if (piece.from < upload.received) return recordOf(upload)
      requireUploadState(upload.state, 'receiving')
      if (piece.from > upload.received) throw pieceMissing(upload.received)
      checkPiece(piece, upload.octets, upload.rows.length)
      addTo(upload, piece.rows)
      upload.received = piece.to
      upload.separator = piece.separator
      if (piece.to === upload.octets) upload.state = 'received'
      return recordOf(upload)
    },
    sample: async (principal, uploadId, limit) => own(principal, uploadId).rows.slice(0, Math.min(limit, 100)),
    async plan(principal, uploadId, plan) {
      const upload = own(principal, uploadId)
      requireUploadState(upload.state, 'received', 'checking', 'ready')
      await checkPlan(plan, upload.rows[0] ?? [], () => fieldNames(principal))
      return checkAll(principal, upload, seededPlan(plan, upload.bulkId))
    },
    async rows(principal, uploadId, { after = 0, limit, problem }) {
      const upload = own(principal, uploadId)
      const reader = readerOf(principal, upload)
      const first = Math.max(after, upload.plan?.hasHeader ? 1 : 0)
      const page = new UploadPageRows(clampRows(limit))
      const contacts = await contactsOf(principal, reader, upload.rows)
      for (let row = first; row < upload.rows.length; row += 1) {
        const reason = upload.problems.get(row)
        const isWanted = problem === undefined || (problem === 'any' ? reason !== undefined : reason === problem)
        if (!isWanted) continue
        if (page.isFull) return { rows: page.rows, next: row }
        page.add(showUploadRow(reader, row, upload.rows[row] ?? null, reason, contacts))
      }
      return { rows: page.rows, next: undefined }
    },
    async setRow(principal, uploadId, number, cells) {
      const upload = own(principal, uploadId)
      const row = number - 1
      requireUploadState(upload.state, 'ready')
      checkCells('cells', cells)
      if (upload.rows[row] === undefined) throw rowNotFound()
      if (!upload.problems.delete(row)) throw rowIsSound()
      upload.rows[row] = cells
      const reader = readerOf(principal, upload)
      const contacts = await contactsOf(principal, reader, [cells])
      check(principal, upload, row, contacts)
      return showUploadRow(reader, row, cells, upload.problems.get(row), contacts)
    },
    async start(principal, uploadId, sendAt, deliveryWindow, speedLimit) {
      if (deliveryWindow !== undefined) checkDeliveryWindow(deliveryWindow)
      if (speedLimit != null) checkSpeedLimit(speedLimit)
      const upload = own(principal, uploadId)
      const record = recordOf(upload)
      if (record.state === 'sending' || record.state === 'scheduled') return record
      requireUploadState(record.state, 'ready')
      upload.sendAt = sendAt ?? null
      upload.deliveryWindow = deliveryWindow ?? null
      if (speedLimit !== undefined) upload.speedLimit = speedLimit
      upload.startedAt = now()
      return begin(principal, upload)
    },
    async limitSpeed(principal, uploadId, speedLimit) {
      if (speedLimit !== null) checkSpeedLimit(speedLimit)
      const upload = own(principal, uploadId)
      requireUploadState(recordOf(upload).state, ...OPEN)
      upload.speedLimit = speedLimit
      return recordOf(upload)
    },
    async pause(principal, uploadId) {
      const upload = own(principal, uploadId)
      const { state } = recordOf(upload)
      if (state === 'paused') return recordOf(upload)
      requireUploadState(state, 'sending', 'scheduled')
      pausedBulks.add(upload.clientId, upload.bulkId)
      return recordOf(upload)
    },
    async resume(principal, uploadId) {
      const upload = own(principal, uploadId)
      const record = recordOf(upload)
      if (record.state === 'sending' || record.state === 'scheduled') return record
      requireUploadState(record.state, 'paused')
      if (pausedBulks.delete(upload.clientId, upload.bulkId)) return recordOf(upload)
      return begin(principal, upload)
    },
    async cancel(principal, uploadId) {
      const upload = own(principal, uploadId)
      if (recordOf(upload).endedAt !== null) return recordOf(upload)
      upload.state = 'cancelled'
      upload.endedAt = now()
      upload.rows.length = 0
      await schedules.cancel(principal, upload.bulkId).catch(() => {})
      return recordOf(upload)
    },
    async rename(principal, uploadId, given) {
      const upload = own(principal, uploadId)
      upload.name = readUploadName(given)
      parts.campaigns.set(upload.bulkId, upload.name)
      return recordOf(upload)
    },
    async results(principal, uploadId) {
      const upload = own(principal, uploadId)
      return resultsOf(parts, messagesOf(upload), upload.plan?.comparison !== undefined)
    },
    states: async (principal, uploadId) => resultsOf(parts, messagesOf(own(principal, uploadId)), false).states,
  }
}

/** An upload that stopped on its own, and why. */
class Stopped extends Error {}
