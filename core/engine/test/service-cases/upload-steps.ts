import {
  type Principal,
  Reports,
  type UploadCells,
  type UploadPlan,
  type UploadRecord,
  type UploadState,
  Uploads,
} from '@heliograph/contracts'
import { eventually, type ServiceWorld } from '../../../testkit/src/services/service-world.ts'

/** How the rows under `HEADER` become messages. */
export const PLAN: UploadPlan = { hasHeader: true, numberColumn: 0, text: 'Dear {name}, your balance is {3}.' }
export const HEADER = ['Number', 'Name', 'Balance']

/** An upload whose file has arrived: one octet for each row. */
export async function received(
  world: ServiceWorld,
  principal: Principal,
  rows: readonly UploadCells[],
): Promise<UploadRecord> {
  const uploads = world.service(Uploads)
  const { uploadId } = await uploads.create(principal, { name: ' list.csv ', octets: rows.length })
  return uploads.addRows(principal, uploadId, { from: 0, to: rows.length, separator: ';', rows })
}

export async function until(
  world: ServiceWorld,
  principal: Principal,
  uploadId: number,
  wanted: UploadState | { readonly submitted: number },
): Promise<UploadRecord> {
  let record: UploadRecord | undefined
  await eventually(
    async () => {
      record = await world.service(Uploads).get(principal, uploadId)
      return typeof wanted === 'string' ? record?.state === wanted : record?.submitted === wanted.submitted
    },
    `upload ${uploadId} is ${JSON.stringify(wanted)}`,
  )
  return record as UploadRecord
}

export async function ready(
  world: ServiceWorld,
  principal: Principal,
  rows: readonly UploadCells[],
  plan = PLAN,
): Promise<UploadRecord> {
  const { uploadId } = await received(world, principal, rows)
  await world.service(Uploads).plan(principal, uploadId, plan)
  return until(world, principal, uploadId, 'ready')
}

export async function textsOf(world: ServiceWorld, principal: Principal, bulkId: string) {
  const { records } = await world.service(Reports).find(principal, { bulkId, limit: 100 })
  return records.map(({ to, text }) => [to, text] as const).sort(([a], [b]) => (a < b ? -1 : 1))
}
