import type { Logger } from '@heliograph/contracts'
import { dropLooseBlobs } from '../../accounts/blobs/blob-statements.ts'
import { sumCreditDays } from '../../accounts/credit-days.ts'
import { dropOldAttempts } from '../../accounts/login-attempts.ts'
import { dropExpiredState } from '../../accounts/state/state-store.ts'
import type { Chore } from '../../clock/calendar.ts'
import type { Sql } from '../../database/database.ts'
import { markIds } from '../../database/id-marks.ts'
import { forgetAutoReplies } from '../../inbound/auto-reply-limit.ts'
import { returnOverdueLoans } from '../../inbound/incoming-loans.ts'
import { dropUnheard } from '../../notify/events/event-statements.ts'
import { dropOldEvents, dropUnheardCursors } from '../../notify/events/log-statements.ts'
import { dropOldPushes } from '../../notify/sessions/old-pushes.ts'
import { findNextDue, WAITING_MESSAGES } from '../../outbound/batches/due-batches.ts'
import { dropOldMinutes } from '../../outbound/dispatch/link-minutes.ts'
import { forgetPauses, listCancelledPauses } from '../../outbound/holds/paused-bulks.ts'
import { cancelStep, cancelUnsentStep } from '../../outbound/lifecycle/cancelled-bulks.ts'
import type { FinishTools } from '../../outbound/lifecycle/finish.ts'
import { moveStep } from '../../outbound/lifecycle/moved-bulks.ts'
import { endOverdue } from '../../outbound/lifecycle/validity.ts'
import type { ReceiptTools } from '../../outbound/receipts/process-receipts.ts'
import { sweepUnmatched, UNMATCHED_RECEIPTS } from '../../outbound/receipts/unmatched-receipts.ts'
import { forgetSpeeds } from '../../outbound/speeds/speed-statements.ts'
import { forgetOldSuspects } from '../../ownership/work-starts/work-start-statements.ts'
import { countHours } from '../../read/figures/count-hours.ts'
import { countMinutes } from '../../read/figures/count-minutes.ts'
import { countOptOuts } from '../../read/figures/count-opt-outs.ts'
import { restingCounts } from '../../read/figures/resting-counts.ts'
import type { EngineSettings } from '../../settings.ts'
import { checkAlerts } from '../alerts/check-alerts.ts'
import type { Archive } from '../archive/archive.ts'
import { indexWords } from './index-words.ts'
import type { RemovalCounts } from './removal-counts.ts'
import { createRetentionChores } from './retention-chores.ts'

export interface ChoresOptions {
  readonly sql: Sql
  /** For chores that must not wait for others that are held up. */
  readonly work: Sql
  readonly logger: Logger
  /** Has all nodes look for messages. */
  readonly announceBatches: (route: string) => void
  readonly messagesDue: (at: Date) => void
  readonly finish: FinishTools
  readonly receipts: ReceiptTools
  readonly kept: EngineSettings['retention']
  readonly counts: RemovalCounts
  readonly archive: Archive
  readonly defaultValiditySeconds: number
  /** Releases segments whose others have not arrived in time. Resolves with how many. */
  readonly sweepSegments: () => Promise<number>
  /** Stores long incoming SMS whose missing parts have not arrived in time. Resolves with how many. */
  readonly storeOverdue: () => Promise<number>
}

/** How long one round of moving and cancelling bulks may take; the next one follows soon. */
const STEPS_MS = 30_000

/** How long events wait for a listener. */
const EVENTS_KEPT_HOURS = 72

/** Work that is done regularly, by one node at a time; several nodes may run the same chore at once all the same. */
export function createChores(options: ChoresOptions): readonly Chore[] {
  const {
    work,
    announceBatches,
    messagesDue,
    sql,
    logger,
    finish,
    receipts,
    kept,
    counts,
    archive,
    defaultValiditySeconds,
    sweepSegments,
    storeOverdue,
  } = options
  /** Runs a chore and logs how many it was done to, if any. */
  const logged = (level: 'info' | 'warn', what: string, text: string, run: () => Promise<number>) => async () => {
    const count = await run()
    if (count > 0) logger[level]({ [what]: count }, text)
  }
  return [
    {
      name: WAITING_MESSAGES,
      everyMs: 60_000,
      run: async () => {
        announceBatches('')
        for (const dueAt of await findNextDue(work)) messagesDue(dueAt)
      },
    },
    {
      name: UNMATCHED_RECEIPTS,
      everyMs: 60_000,
      run: logged('warn', 'receipts', 'receipts that fit no message were given up', () =>
        sweepUnmatched(work, receipts),
      ),
    },
    {
      name: 'segments',
      everyMs: 5_000,
      run: logged('info', 'segments', 'segments went out without the others', sweepSegments),
    },
    {
      name: 'incoming parts',
      everyMs: 5_000,
      run: logged('warn', 'messages', 'incoming SMS are stored without their missing parts', storeOverdue),
    },
    {
      name: 'changed bulks',
      everyMs: 5_000,
      run: async () => {
        const until = finish.clock.now() + STEPS_MS
        while (finish.clock.now() < until && (await moveStep(sql)));
        while (finish.clock.now() < until) {
          const messages = await cancelStep(sql, finish)
          if (messages === undefined) break
          logger.info({ messages }, 'messages of cancelled bulks have ended')
        }
        for (const bulk of await listCancelledPauses(sql))
          for (let after: number | undefined = 0; after !== undefined && finish.clock.now() < until; )
            after = await cancelUnsentStep(sql, finish, bulk, after)
        await forgetPauses(sql)
        await forgetSpeeds(sql)
      },
    },
    {
      name: 'pushes',
      everyMs: 600_000,
      run: logged('warn', 'pushes', 'pushes that were not fetched in time were given up', () => dropOldPushes(sql)),
    },
    {
      name: 'events',
      everyMs: 600_000,
      run: async () => {
        const dropped = await dropUnheard(sql, EVENTS_KEPT_HOURS)
        if (dropped.length > 0)
          logger.warn({ subscriptions: dropped }, 'event subscriptions without a listening node were dropped')
      },
    },
    {
      name: 'log of events',
      everyMs: 600_000,
      run: async () => {
        const followers = await dropUnheardCursors(sql, kept.eventDays)
        if (followers.length > 0) logger.warn({ followers }, 'event followers without a node were dropped')
        await dropOldEvents(sql, kept.eventDays)
      },
    },
    { name: 'figures', everyMs: 5_000, run: async () => void (await countMinutes(sql, finish.changeNotes)) },
    {
      name: 'figures of days',
      everyMs: 5_000,
      run: restingCounts(async () => {
        const isCounted = await countHours(sql)
        if (isCounted) finish.changeNotes?.noteEverywhere('figures')
        return isCounted
      }),
    },
    { name: 'figures of opt-outs', everyMs: 60_000, run: restingCounts(() => countOptOuts(sql)) },
    {
      name: 'days of credit',
      everyMs: 60_000,
      run: async () => {
        while (await sumCreditDays(sql));
      },
    },
    {
      name: 'loans',
      everyMs: 60_000,
      run: logged('warn', 'messages', 'incoming SMS of answers that did not end are unread again', () =>
        returnOverdueLoans(sql),
      ),
    },
    { name: 'minutes of links', everyMs: 600_000, run: () => dropOldMinutes(sql) },
    { name: 'auto-replies', everyMs: 600_000, run: () => forgetAutoReplies(sql) },
    { name: 'attempts to log in', everyMs: 600_000, run: () => dropOldAttempts(sql) },
    { name: 'state of instances', everyMs: 600_000, run: async () => void (await dropExpiredState(sql)) },
    {
      name: 'loose files',
      everyMs: 600_000,
      run: async () => {
        while (await dropLooseBlobs(sql));
      },
    },
    { name: 'suspected work', everyMs: 600_000, run: () => forgetOldSuspects(sql) },
    {
      name: 'validity',
      everyMs: 30_000,
      run: logged('info', 'messages', 'messages ended because their validity was over', () =>
        endOverdue(sql, finish, defaultValiditySeconds),
      ),
    },
    { name: 'id marks', everyMs: 60_000, run: () => markIds(sql) },
    { name: 'alerts', everyMs: 15_000, run: () => checkAlerts(sql, finish) },
    { name: 'words', everyMs: 60_000, run: () => indexWords(sql, finish.clock, kept.textDays) },
    ...createRetentionChores({ sql, clock: finish.clock, logger, kept, counts, archive }),
  ]
}
