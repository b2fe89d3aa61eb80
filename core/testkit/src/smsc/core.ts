import type { Clock } from '@heliograph/contracts'
import type { Script } from './behaviour.ts'
import type { LiveBind } from './bind.ts'
import type { JoinedTexts } from './joined-texts.ts'
import type { Kept } from './kept.ts'
import type { IdFormat } from './network-ids.ts'
import type { Outbox, SentDelivery } from './outbox.ts'
import type { ReceivedSubmit } from './received.ts'
import type { Schedule } from './schedule.ts'

/** What has happened so far. @stability stable */
export interface SmscCounts {
  connections: number
  binds: number
  bindsRefused: number
  /** Submits of all kinds; each ends as one of the following four. */
  submits: number
  accepted: number
  refused: number
  /** Answered as throttled, because they were above the rate or the window. */
  throttled: number
  /** Dropped instead of taken. */
  dropped: number
  /** Taken, and never answered. */
  unanswered: number
  enquireLinks: number
  receiptsSent: number
  incomingSent: number
  deliveriesAcknowledged: number
  deliveriesRefused: number
  /** PDUs and streams that could not be read, and answers without a request. */
  protocolErrors: number
}

/** Settings that can be changed while the network runs. @stability stable */
export interface SmscSettings {
  /** Null: anyone may bind. */
  systemId: string | null
  password: string | null
  /** Every bind is refused with this command_status; 0 accepts them. */
  refuseBinds: number
  /** The number of binds allowed at once, 0 for any number. */
  maxBinds: number
  /** Submits per second, 0 for no limit. */
  rate: number
  /** Unanswered submits of a bind, 0 for any number; those above are throttled. */
  window: number
  ignoreEnquireLinks: boolean
  idFormat: IdFormat
}

/** What the parts of the network share. */
export interface SmscCore {
  readonly clock: Clock
  readonly schedule: Schedule
  readonly script: Script
  readonly settings: SmscSettings
  readonly counts: SmscCounts
  readonly binds: Set<LiveBind>
  /** Every bind so far. */
  readonly allBinds: Kept<LiveBind>
  readonly submits: Kept<ReceivedSubmit>
  readonly texts: JoinedTexts
  readonly deliveries: Kept<SentDelivery>
  readonly outbox: Outbox
  /** Zero when nothing is kept; then nothing needs to be decoded, either. */
  readonly keep: number
  /** Answers that wait for `answerHeld`. */
  readonly held: (() => void)[]
  admit(): boolean
  nextId(): bigint
  /** Wakes everything that waits for a condition. */
  touch(): void
}

export function noCounts(): SmscCounts {
  return {
    connections: 0,
    binds: 0,
    bindsRefused: 0,
    submits: 0,
    accepted: 0,
    refused: 0,
    throttled: 0,
    dropped: 0,
    unanswered: 0,
    enquireLinks: 0,
    receiptsSent: 0,
    incomingSent: 0,
    deliveriesAcknowledged: 0,
    deliveriesRefused: 0,
    protocolErrors: 0,
  }
}
