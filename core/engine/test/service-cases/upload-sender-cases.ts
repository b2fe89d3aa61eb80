import { ContactGroups, Reports, Uploads } from '@heliograph/contracts'
import { TO } from '../../../testkit/src/services/requests.ts'
import { senderCase } from '../../../testkit/src/services/sender-cases.ts'
import {
  eventually,
  type ServiceCase,
  type ServiceClient,
  type ServiceWorld,
} from '../../../testkit/src/services/service-world.ts'

let groups = 0

/** Numbers that uploads are sent from. */
export const uploadSenderCases: readonly ServiceCase[] = [senderCase('an upload', sendUpload)]

async function sendUpload(world: ServiceWorld, { principal }: ServiceClient, from: string): Promise<string> {
  const uploads = world.service(Uploads)
  const { groupId } = await world.service(ContactGroups).add(principal, `Nobody ${++groups}`)
  const draft = { name: 'Senders', groupIds: [groupId], recipients: [TO], text: 'Hello', from }
  const { uploadId, bulkId } = await uploads.createFromGroups(principal, draft)
  await eventually(async () => (await uploads.get(principal, uploadId))?.state === 'ready', 'the upload is ready')
  await uploads.start(principal, uploadId)
  await eventually(async () => (await uploads.get(principal, uploadId))?.accepted === 1, 'the upload is sent')
  return (await world.service(Reports).find(principal, { bulkId, limit: 1 })).records[0]?.from as string
}
