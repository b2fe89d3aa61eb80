import type { LinkHour } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'

const MINUTES = 60
const MINUTE_MS = 60_000

interface MinuteRow {
  readonly link: string
  readonly minute: Date
  readonly taken: number
  readonly failed: number
  readonly outstanding: number
  readonly window: number
  /** The minute that is not over yet. */
  readonly present: Date
}

/** What each link did in each of the last 60 minutes that are over, by name. */
export async function loadLinkHours(sql: Sql): Promise<readonly LinkHour[]> {
  const rows = await sql<MinuteRow[]>`
    select link, minute, taken, failed, outstanding, window_parts as window, date_trunc('minute', now()) as present
    from link_minute
    where minute >= date_trunc('minute', now()) - ${MINUTES}::integer * interval '1 minute'
      and minute < date_trunc('minute', now())
    order by link, minute`
  return linkHours(rows)
}

/** Pure. */
function linkHours(rows: readonly MinuteRow[]): readonly LinkHour[] {
  const hours = new Map<string, LinkHour & { readonly minutes: LinkHour['minutes'][number][] }>()
  for (const { link, minute, present, taken, failed, outstanding, window } of rows) {
    const since = new Date(present.getTime() - MINUTES * MINUTE_MS)
    const hour = hours.get(link) ?? { link, since, minutes: Array.from({ length: MINUTES }, () => null) }
    hours.set(link, hour)
    hour.minutes[(minute.getTime() - since.getTime()) / MINUTE_MS] = { taken, failed, outstanding, window }
  }
  return [...hours.values()]
}
