import type { MessageState } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import type { Queryable } from '../../database/database.ts'

/** A part, in the state that its attempt ended with. */
export interface PartRow {
  readonly sms_id: number
  readonly attempt: number
  readonly part: number
  readonly series: number
  readonly link: string
  readonly state: MessageState
}

/** Loads the parts that were submitted to networks, for messages of several parts. */
export function loadParts(sql: Queryable, smsIds: readonly number[]): PromiseLike<readonly PartRow[]> {
  return sql<PartRow[]>`
    select sms_id, attempt, part, series, link, state::text as state from submission
    where ${among(sql, 'sms_id', smsIds)}
    order by sms_id, attempt, part`
}
