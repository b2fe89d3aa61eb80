import type { Clock } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { NO_OUTAGE, type Outage } from '../database/outage.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import type { LoginPair } from './login-guard.ts'
import type { SecretBox } from './master-keys/secret-box.ts'

/** Guesses at an account from unknown places that have no consequence, within a day. */
const FREE_GUESSES = 10
/** The wait in seconds after the next guess; it doubles with each further one, up to ten minutes. */
const FIRST_WAIT = 5
const LONGEST_WAIT = 600
/** Accounts share this many counts, so that guesses at made-up accounts take no more room. */
const SLOTS = 2 ** 18
/** Places remembered for an account, and for how long they are after the last login from there. */
const PLACES = 20
const PLACES_KEPT_DAYS = 90

/**
 * `known`: somebody has logged in to the account from this address group before; `isFresh`: today. `admitted`: the
 * attempt may be checked, and counts as a guess until it is taken back. `blocked`: too many guesses at this account.
 */
export type LoginAdmission =
  | { readonly kind: 'known'; readonly isFresh: boolean }
  | { readonly kind: 'admitted'; readonly guesses: number }
  | { readonly kind: 'blocked'; readonly retryAfterMs: number }

/**
 * Slows down guesses at each account over all addresses and nodes, and knows the places from which accounts log in,
 * which are exempt. Nothing is ever locked for longer than ten minutes. The methods throw `unavailable` while the
 * database is away.
 */
export interface LoginAttempts {
  /** Counts a guess before it is made, so that guesses at once on several nodes are no more than those one by one. */
  admit(pair: LoginPair): Promise<LoginAdmission>
  /** The attempt that was admitted was no guess. */
  takeBack(pair: LoginPair, guesses: number): Promise<void>
  /** Somebody has logged in to the account from this address group. */
  remember(pair: LoginPair): Promise<void>
}

export function createLoginAttempts(
  sql: Sql,
  clock: Clock,
  secrets: Pick<SecretBox, 'accountHash'>,
  outage: Outage = NO_OUTAGE,
): LoginAttempts {
  const answerOf = <T>(statement: PromiseLike<T>) => serviceAnswer(outage.answerOf(statement))
  const slotOf = (account: string) => secrets.accountHash(account).readUInt32BE() % SLOTS
  const now = () => new Date(clock.now())

  return {
    async admit({ account, group }) {
      const at = now()
      const slot = slotOf(account)
      const [row] = await answerOf(sql<AdmissionRow[]>`
        with place as (
          select seen_at > ${at}::timestamptz - interval '12 hours' as is_fresh from login_place
          where account = ${secrets.accountHash(account)}::bytea and address_group = ${group}
        ),
        counted as (
          insert into login_delay as kept (slot, since, guesses, blocked_until)
          select ${slot}::integer, ${at}::timestamptz, 1, ${at}::timestamptz where not exists (select from place)
          on conflict (slot) do update set
            (since, guesses, blocked_until) = (
              select
                case when is_over then excluded.since else kept.since end,
                guesses,
                excluded.since + interval '1 second' * case when guesses > ${FREE_GUESSES}::integer
                  then least(
                    ${FIRST_WAIT}::integer * power(2, least(guesses - ${FREE_GUESSES}::integer - 1, 20)),
                    ${LONGEST_WAIT}::integer
                  )
                  else 0
                end
              from (
                select is_over, case when is_over then 1 else kept.guesses + 1 end as guesses
                from (select kept.since <= excluded.since - interval '1 day' as is_over) as age
              ) as counted
            )
          -- A clock that ran ahead must not block anybody for longer.
          where kept.blocked_until not between excluded.since + interval '1 millisecond'
            and excluded.since + ${LONGEST_WAIT}::integer * interval '1 second'
          returning guesses
        )
        select (select is_fresh from place) as "isFresh", (select guesses from counted) as guesses,
          (select blocked_until from login_delay where slot = ${slot}::integer) as "blockedUntil"`)
      const { isFresh = null, guesses = null, blockedUntil = null } = row ?? {}
      if (isFresh !== null) return { kind: 'known', isFresh }
      if (guesses !== null) return { kind: 'admitted', guesses }
      return { kind: 'blocked', retryAfterMs: Math.max(1_000, (blockedUntil ?? at).getTime() - at.getTime()) }
    },
    async takeBack({ account }, guesses) {
      await answerOf(sql`
        update login_delay set guesses = guesses - 1,
          blocked_until = case when guesses = ${guesses}::integer then ${now()}::timestamptz else blocked_until end
        where slot = ${slotOf(account)}::integer and guesses > 0`)
    },
    async remember({ account, group }) {
      const hash = secrets.accountHash(account)
      await answerOf(sql`
        with seen as (
          insert into login_place (account, address_group, seen_at)
          values (${hash}::bytea, ${group}, ${now()}::timestamptz)
          on conflict (account, address_group) do update set seen_at = excluded.seen_at
        )
        delete from login_place where account = ${hash}::bytea and address_group in (
          select address_group from login_place where account = ${hash}::bytea and address_group <> ${group}
          order by seen_at desc offset ${PLACES - 1}::integer
        )`)
    },
  }
}

interface AdmissionRow {
  readonly isFresh: boolean | null
  readonly guesses: number | null
  readonly blockedUntil: Date | null
}

/** Deletes counts whose day is over, and places without a login for long. */
export async function dropOldAttempts(sql: Sql): Promise<void> {
  await sql`delete from login_delay where since < now() - interval '1 day' and blocked_until < now()`
  await sql`delete from login_place where seen_at < now() - ${PLACES_KEPT_DAYS}::integer * interval '1 day'`
}
