import type { BlobRecord } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

export const attachmentSchema = Type.Object(
  {
    blobId: Type.String({ format: 'uuid', description: 'Id of the file.' }),
    mediaType: Type.String({ description: 'Content type as stated by the network, which may be wrong.' }),
    fileName: nullable(Type.String()),
    size: Type.Integer({ description: 'Size in bytes.' }),
    createdAt: timeSchema('When the file was received.'),
  },
  { title: 'Attachment', description: 'A file received with an incoming message.' },
)

export function formatAttachment(record: BlobRecord): Static<typeof attachmentSchema> {
  const { blobId, mediaType, fileName, size, createdAt } = record
  return { blobId, mediaType, fileName, size, createdAt: createdAt.toISOString() }
}
