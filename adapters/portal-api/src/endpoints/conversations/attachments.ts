import { type BlobRecord, ROLES } from '@heliograph/contracts'
import { blobGone } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { attachmentHeaders } from '../../attachment-headers.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const attachmentSchema = Type.Object(
  {
    blobId: Type.String({ format: 'uuid', description: 'Identifies the file.' }),
    mediaType: Type.String({ description: 'As the network named it: it may be wrong.' }),
    fileName: nullable(Type.String()),
    size: Type.Integer({ description: 'In octets.' }),
    createdAt: timeSchema('When it came in.'),
  },
  { title: 'Attachment', description: 'A file that came in with a message.' },
)

const listAttachments = defineEndpoint({
  method: 'GET',
  path: '/incoming/:incomingId/attachments',
  id: 'listAttachments',
  summary: 'List the files that came in with a message',
  roles: ROLES,
  params: Type.Object({ incomingId: Type.Integer({ minimum: 1, description: 'The message.' }) }),
  answer: Type.Object({ records: Type.Array(attachmentSchema) }, { title: 'AttachmentList' }),
  errors: ['invalid'],
  async handle({ services }, { principal, params }) {
    const records = await services.blobs.attachedTo(principal, params.incomingId)
    return { records: records.map(formatAttachment) }
  },
})

const getAttachment = defineEndpoint({
  method: 'GET',
  path: '/attachments/:blobId',
  id: 'getAttachment',
  summary: 'Download a file that came in with a message',
  roles: ROLES,
  params: Type.Object({ blobId: Type.String({ minLength: 1, maxLength: 100, description: 'The file.' }) }),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params }) {
    const blob = await services.blobs.get(principal, params.blobId)
    if (blob === undefined) throw blobGone()
    return { response: { status: 200, headers: attachmentHeaders(blob), stream: { pieces: blob.octets } } }
  },
})

function formatAttachment({ createdAt, ...record }: BlobRecord): Static<typeof attachmentSchema> {
  return { ...record, createdAt: createdAt.toISOString() }
}

/** Files that people sent. */
export const attachmentEndpoints = [listAttachments, getAttachment]
