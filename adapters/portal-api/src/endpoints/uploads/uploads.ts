import { GatewayError, ROLES } from '@heliograph/contracts'
import { readCsvPiece } from '@heliograph/wire'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { futureMoment } from '../../moments.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable, stateSchema, timeSchema } from '../../schemas.ts'
import { deliveryWindowSchema, readDeliveryWindow } from '../sending/delivery-window.ts'
import { fromField, recipientFields } from '../sending/recipients.ts'
import { speedLimitSchema } from '../sending/speed-limit.ts'
import { campaignEndpoints } from './campaigns.ts'
import { estimatedEnd } from './estimated-end.ts'
import { guessPlan } from './guess-plan.ts'
import {
  formatUpload,
  requireUpload,
  uploadPlanSchema,
  uploadProblemSchema,
  uploadRowSchema,
  uploadSchema,
} from './upload-schemas.ts'

/** Most rows taken from a piece: one statement stores them in a fraction of a second. */
const ROWS_PER_PIECE = 10_000

/** Rows that the meaning of columns is guessed from. */
const SAMPLE_ROWS = 20

const params = Type.Object({ uploadId: Type.Integer() })

const common = { roles: ROLES, params, answer: uploadSchema } as const

const createUpload = defineEndpoint({
  method: 'POST',
  path: '/uploads',
  id: 'createUpload',
  summary: 'Create an upload from a file of recipients',
  roles: ROLES,
  body: Type.Object(
    {
      name: Type.String({ description: 'Name of the file, for display.' }),
      octets: Type.Integer({ description: 'Size of the file in bytes, at most 67,108,864.' }),
    },
    { additionalProperties: false },
  ),
  answer: uploadSchema,
  errors: ['conflict'],
  async handle({ services }, { principal, body }) {
    return formatUpload(await services.uploads.create(principal, body))
  },
})

const createGroupUpload = defineEndpoint({
  method: 'POST',
  path: '/uploads/groups',
  id: 'createGroupUpload',
  summary: 'Create an upload to groups and numbers. It is validated, then waits to be started',
  roles: ROLES,
  bodyLimit: 2 * 1024 * 1024,
  body: Type.Object(
    {
      name: Type.String({ description: 'Display name.' }),
      text: Type.String({ description: 'Text of the messages. Takes the same placeholders as `/send`.' }),
      ...recipientFields,
      from: fromField,
      flash: Type.Optional(Type.Boolean()),
      speedLimit: Type.Optional(speedLimitSchema),
    },
    { additionalProperties: false, title: 'GroupUpload' },
  ),
  answer: uploadSchema,
  errors: ['not-found', 'conflict'],
  async handle({ services }, { principal, body: { groupIds = [], ...upload } }) {
    return formatUpload(await services.uploads.createFromGroups(principal, { ...upload, groupIds }))
  },
})

const listUploads = defineEndpoint({
  method: 'GET',
  path: '/uploads',
  id: 'listUploads',
  summary: 'List uploads, newest first',
  roles: ROLES,
  query: Type.Object({
    cursor: numberCursor,
    limit: pageLimit(100, 50),
  }),
  answer: Type.Object({ records: Type.Array(uploadSchema), next: nullable(Type.Integer()) }, { title: 'UploadList' }),
  errors: ['invalid'],
  async handle({ services }, { principal, query: { cursor: before, limit = 50 } }) {
    const { records, next = null } = await services.uploads.find(principal, { before, limit })
    return { records: records.map(formatUpload), next }
  },
})

const getUpload = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId',
  id: 'getUpload',
  summary: 'Get an upload with its progress',
  ...common,
  errors: ['not-found'],
  async handle({ services }, { principal, params: { uploadId } }) {
    return formatUpload(requireUpload(await services.uploads.get(principal, uploadId)))
  },
})

const putUploadPiece = defineEndpoint({
  method: 'PUT',
  path: '/uploads/:uploadId/file',
  id: 'putUploadPiece',
  summary: 'Upload the next chunk of the file, raw, up to 1 MiB. The response has the offset of the next one',
  ...common,
  query: Type.Object({
    from: Type.Integer({ minimum: 0, description: 'Offset of the chunk in the file: its `received` value.' }),
  }),
  errors: ['invalid', 'not-found', 'conflict', 'too-large'],
  async handle({ services }, { principal, params: { uploadId }, query: { from }, request }) {
    const upload = requireUpload(await services.uploads.get(principal, uploadId))
    const end = from + request.body.length
    if (request.body.length === 0 || end > upload.octets)
      throw new GatewayError('invalid', 'bad-piece', 'The chunk is empty, or extends past the end of the file')
    // A piece that was received before is not read again: none of it is needed. One after a gap is refused there.
    if (from !== upload.received)
      return formatUpload(await services.uploads.addRows(principal, uploadId, nothing(from)))
    const options = { separator: upload.separator, isEnd: end === upload.octets, mostRecords: ROWS_PER_PIECE }
    const { records, octets, separator } = await readCsvPiece(request.body, options)
    const piece = { from, to: from + octets, separator, rows: records }
    return formatUpload(await services.uploads.addRows(principal, uploadId, piece))
  },
})

const getUploadColumns = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId/columns',
  id: 'getUploadColumns',
  summary: 'Preview the first rows and the detected columns',
  roles: ROLES,
  params,
  answer: Type.Object(
    {
      rows: Type.Array(Type.Array(Type.String())),
      guess: Type.Object({
        hasHeader: Type.Boolean(),
        numberColumn: nullable(Type.Integer(), 'Detected column, from 0. Null if none seems to contain numbers.'),
        nameColumn: nullable(Type.Integer()),
        textColumn: nullable(Type.Integer(), 'Detected column with complete texts, if there is one.'),
      }),
    },
    { title: 'UploadColumns' },
  ),
  errors: ['not-found'],
  async handle({ services }, { principal, params: { uploadId } }) {
    const rows = await services.uploads.sample(principal, uploadId, SAMPLE_ROWS)
    const readable = rows.filter((cells) => cells !== null)
    return { rows: readable.map((cells) => [...cells]), guess: guessPlan(readable) }
  },
})

const planUpload = defineEndpoint({
  method: 'PUT',
  path: '/uploads/:uploadId/plan',
  id: 'planUpload',
  summary: 'Set the column mapping and start validation',
  ...common,
  body: uploadPlanSchema,
  errors: ['not-found', 'conflict'],
  async handle({ services }, { principal, params: { uploadId }, body }) {
    return formatUpload(await services.uploads.plan(principal, uploadId, body))
  },
})

const listUploadRows = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId/rows',
  id: 'listUploadRows',
  summary: 'List rows as they will be sent, or rejected rows',
  roles: ROLES,
  params,
  query: Type.Object({
    cursor: numberCursor,
    limit: pageLimit(500, 50),
    problem: Type.Optional(
      Type.Union([uploadProblemSchema, Type.Literal('any')], {
        description: 'Only rows rejected for this reason, or for any.',
      }),
    ),
  }),
  answer: Type.Object(
    { records: Type.Array(uploadRowSchema), next: nullable(Type.Integer()) },
    { title: 'UploadRowList' },
  ),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params: { uploadId }, query: { cursor: after, limit = 50, problem } }) {
    const { rows, next = null } = await services.uploads.rows(principal, uploadId, { after, limit, problem })
    return { records: rows.map(({ cells, ...row }) => ({ ...row, cells: cells && [...cells] })), next }
  },
})

const setUploadRow = defineEndpoint({
  method: 'PATCH',
  path: '/uploads/:uploadId/rows/:row',
  id: 'setUploadRow',
  summary: 'Correct a rejected row',
  roles: ROLES,
  params: Type.Object({ uploadId: Type.Integer(), row: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ cells: Type.Array(Type.String(), { maxItems: 100 }) }, { additionalProperties: false }),
  answer: uploadRowSchema,
  errors: ['not-found', 'conflict'],
  async handle({ services }, { principal, params: { uploadId, row }, body }) {
    const { cells, ...mended } = await services.uploads.setRow(principal, uploadId, row, body.cells)
    return { ...mended, cells: cells && [...cells] }
  },
})

const startUpload = defineEndpoint({
  method: 'POST',
  path: '/uploads/:uploadId/start',
  id: 'startUpload',
  summary: 'Start sending the valid rows, now or at a given time',
  ...common,
  body: Type.Object(
    {
      sendAt: Type.Optional(
        Type.String({ format: 'date-time', description: 'When to start; must be in the future. If omitted, at once.' }),
      ),
      deliveryWindow: Type.Optional(deliveryWindowSchema),
      speedLimit: Type.Optional(
        nullable(speedLimitSchema, 'Null for none. If omitted, the one that the upload has already.'),
      ),
    },
    { additionalProperties: false },
  ),
  errors: ['not-found', 'conflict'],
  act: { action: 'upload-started', by: 'anyone', subject: ({ params: { uploadId } }) => `upload ${uploadId}` },
  async handle({ services, clock }, { principal, params: { uploadId }, body }) {
    const at = futureMoment(clock, 'sendAt', body.sendAt)
    const hours = readDeliveryWindow(body.deliveryWindow)
    return formatUpload(await services.uploads.start(principal, uploadId, at, hours, body.speedLimit))
  },
})

const UPLOAD_ACTS = { pause: 'upload-paused', resume: 'upload-resumed', cancel: 'upload-cancelled' } as const

/** Builds an endpoint that acts on an upload and answers with its new state. */
function actOnUpload(action: 'pause' | 'resume' | 'cancel', summary: string) {
  return defineEndpoint({
    method: 'POST',
    path: `/uploads/:uploadId/${action}`,
    id: `${action}Upload`,
    summary,
    ...common,
    errors: ['not-found', 'conflict'],
    act: { action: UPLOAD_ACTS[action], by: 'anyone', subject: ({ params: { uploadId } }) => `upload ${uploadId}` },
    async handle({ services }, { principal, params: { uploadId } }) {
      return formatUpload(await services.uploads[action](principal, uploadId))
    },
  })
}

const getUploadStates = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId/states',
  id: 'getUploadStates',
  summary: 'Count messages of an upload by state, and estimate its end',
  roles: ROLES,
  params,
  answer: Type.Object(
    {
      records: Type.Array(Type.Object({ state: stateSchema, messages: Type.Integer() })),
      endsAt: nullable(
        timeSchema('Estimated time at which its last message will be sent, at its speed limit.'),
        'Null without a speed limit, and while it is not being sent.',
      ),
    },
    { title: 'UploadStates' },
  ),
  errors: ['not-found'],
  async handle({ services: { uploads }, clock }, { principal, params: { uploadId }, request }) {
    const counts = await uploads.states(principal, uploadId, { signal: request.signal })
    const upload = requireUpload(await uploads.get(principal, uploadId))
    return {
      endsAt: estimatedEnd(upload, counts, clock.now())?.toISOString() ?? null,
      records: stateSchema.enum.flatMap((state) =>
        counts[state] === undefined ? [] : [{ state, messages: counts[state] }],
      ),
    }
  },
})

function nothing(from: number) {
  return { from, to: from + 1, separator: '', rows: [] }
}

/** Files of recipients that are sent in the background. */
export const uploadEndpoints = [
  createUpload,
  createGroupUpload,
  listUploads,
  getUpload,
  putUploadPiece,
  getUploadColumns,
  planUpload,
  listUploadRows,
  setUploadRow,
  startUpload,
  actOnUpload('pause', 'Pause an upload'),
  actOnUpload('resume', 'Resume an upload that was paused, or that stopped by itself'),
  actOnUpload('cancel', 'Cancel an upload and its scheduled messages'),
  getUploadStates,
  ...campaignEndpoints,
]
