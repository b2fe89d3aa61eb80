import { ROLES } from '@heliograph/contracts'
import { blobGone } from '@heliograph/messaging'
import { Type } from 'typebox'
import { attachmentHeaders } from '../../attachment-headers.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { attachmentSchema, formatAttachment } from './attachment-schemas.ts'

const listAttachments = defineEndpoint({
  method: 'GET',
  path: '/incoming/:incomingId/attachments',
  id: 'listAttachments',
  summary: 'List files received with a message',
  roles: ROLES,
  params: Type.Object({ incomingId: Type.Integer({ minimum: 1, description: 'Id of the incoming message.' }) }),
  answer: Type.Object({ records: Type.Array(attachmentSchema) }, { title: 'AttachmentList' }),
  errors: ['invalid'],
  async handle({ services }, { principal, params }) {
    const records = await services.blobs.attachedTo(principal, [params.incomingId])
    return { records: records.map(formatAttachment) }
  },
})

const getAttachment = defineEndpoint({
  method: 'GET',
  path: '/attachments/:blobId',
  id: 'getAttachment',
  summary: 'Download a file received with a message',
  roles: ROLES,
  params: Type.Object({ blobId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the file.' }) }),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params }) {
    const blob = await services.blobs.get(principal, params.blobId)
    if (blob === undefined) throw blobGone()
    return { response: { status: 200, headers: attachmentHeaders(blob), stream: { pieces: blob.octets } } }
  },
})

/** Files that people sent. */
export const attachmentEndpoints = [listAttachments, getAttachment]
