import type { Harness } from './engine-harness.ts'

/** Whether nodes have all batches of these messages. */
export async function isClaimed({ engine }: Harness, smsIds: readonly number[]): Promise<boolean> {
  const rows = await engine.sql<{ owner: number | null }[]>`
    select owner from batch where sms_ids && ${[...smsIds]}::bigint[]`
  return rows.length > 0 && rows.every(({ owner }) => owner !== null)
}
