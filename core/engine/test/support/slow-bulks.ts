import { createRecordIds } from '../../src/database/record-ids.ts'
import { letGoDue } from '../../src/outbound/speeds/slow-bulks.ts'
import { type Harness, systemClock } from './engine-harness.ts'

/** What becomes of bulks with a speed limit on a database that nothing is sent from. */
export function slowBulks(base: () => Pick<Harness, 'engine'>) {
  /** Two nodes look at the same moment. */
  async function look(now: number): Promise<void> {
    const { sql } = base().engine
    await Promise.all([1, 2].map(() => letGoDue(sql, createRecordIds(sql, systemClock), now)))
  }

  /** The messages that were let go and have not been taken yet; in the order in which they go. */
  async function gone(): Promise<readonly number[]> {
    const rows = await base().engine.sql<{ sms_ids: number[] }[]>`
      select sms_ids from batch where speed_id is not null and route = 'default' order by sms_ids[1]`
    return rows.flatMap(({ sms_ids }) => sms_ids)
  }

  /** The same; then it is as if a link had taken them. */
  async function takeGone(): Promise<readonly number[]> {
    const smsIds = await gone()
    await base().engine.sql`delete from batch where speed_id is not null and route = 'default'`
    return smsIds
  }

  return {
    look,
    gone,
    takeGone,
    /** Nodes look; then a link takes what they let go. */
    async lookAndTake(now: number): Promise<readonly number[]> {
      await look(now)
      return takeGone()
    },
    async routesOf(bulkId: string): Promise<readonly string[]> {
      const rows = await base().engine.sql<{ route: string }[]>`
        select distinct regexp_replace(batch.route, '[0-9]+', '#') as route from batch
        join message on message.sms_id = any(batch.sms_ids)
        where message.bulk_id = ${bulkId} order by 1`
      return rows.map(({ route }) => route)
    },
  }
}
