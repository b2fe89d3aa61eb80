import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What an alert watches, and the unit of its limit:
 *
 * - `credit-amount`: the credit is below an amount in the client's currency;
 * - `credit-days`: it lasts for fewer days at the rate of the last seven;
 * - `delivery-rate`: a smaller share (0 to 1) of the messages of the last hour was delivered;
 * - `opt-out-rate`: more contacts opted out since yesterday than this share of the delivered messages;
 * - `webhooks-failing`: more than this share of the webhooks of the last hour fail;
 * - `link-down`: a link to a network, not paused, has been down for so many minutes. For operators.
 * @stability experimental
 */
export const ALERT_KINDS = [
  ...(['credit-amount', 'credit-days', 'delivery-rate', 'opt-out-rate', 'webhooks-failing'] as const),
  'link-down',
] as const
/** @stability experimental */
export type AlertKind = (typeof ALERT_KINDS)[number]

/** @stability experimental */
export interface AlertSettings {
  readonly kind: AlertKind
  /** More than 0. See `ALERT_KINDS`. */
  readonly limit: number
  /** Where mail goes; null: nowhere. */
  readonly email: string | null
  /** The URL that is called; null: none. */
  readonly url: string | null
  /** Of the mails: `en`, `fr` ... */
  readonly language: string
  /** False: it watches nothing. One that has begun is not told to have ended. */
  readonly isOn: boolean
}

/** @stability experimental */
export interface Alert extends AlertSettings {
  readonly alertId: number
  /** When it began; null: all is well. */
  readonly raisedAt: Date | null
  /** What was found last, in the unit of the limit; null: nothing could be told yet. */
  readonly value: number | null
}

/** That an alert began, and ended. @stability experimental */
export interface AlertEvent {
  readonly eventId: number
  readonly alertId: number
  readonly kind: AlertKind
  readonly limit: number
  /** What was found when it began. */
  readonly value: number
  /** The links that were down; null for other kinds. */
  readonly subject: string | null
  readonly beganAt: Date
  /** Null: it goes on, or the alert was switched off meanwhile. */
  readonly endedAt: Date | null
  /** Why somebody could not be told; null: all were. */
  readonly problem: string | null
}

/**
 * Alerts of clients, at most 50 each. For users who keep the account: others get `forbidden`/`not-allowed`, and so do
 * those who are no operators for `link-down`. Methods throw `invalid`/`bad-alert` with `details`,
 * `conflict`/`too-many-alerts`, `not-found`/`alert-not-found`, `unavailable` while the database is away.
 *
 * Alerts are looked at every 15 seconds by one node with the role `cron`. Each is told once when it begins and once
 * when it ends, which takes a little more than coming back to the limit.
 * @stability experimental
 */
export interface Alerts {
  /** Oldest first. */
  list(principal: Principal): Promise<readonly Alert[]>
  add(principal: Principal, settings: AlertSettings): Promise<Alert>
  /** The kind stays as it is. */
  change(principal: Principal, alertId: number, settings: Omit<AlertSettings, 'kind'>): Promise<Alert>
  /** What it told stays in the history. */
  remove(principal: Principal, alertId: number): Promise<void>
  /** Newest first: those before an event, at most `limit`. */
  events(
    principal: Principal,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly AlertEvent[]>
}

export const Alerts: ServiceToken<Alerts> = defineService('heliograph.alerts')

/** A mail or a call that announces an alert. @stability experimental */
export interface AlertNotice {
  readonly noticeId: number
  readonly clientId: number
  readonly event: AlertEvent
  readonly phase: 'begin' | 'end'
  readonly medium: 'mail' | 'webhook'
  /** The address or URL. */
  readonly target: string
  /** Of a mail. */
  readonly language: string
  readonly currency: string
}

/**
 * For the module that tells people about alerts. Every node may do it: a notice is given to one at a time.
 * @stability experimental
 */
export interface AlertNotices {
  /**
   * Takes notices that are due. One that is not settled within two minutes, because its node ended, say, is given out
   * again, so that somebody may then be told twice.
   */
  take(limit: number): Promise<readonly AlertNotice[]>
  /**
   * `sent`: it is done with. Else why it could not be sent: it is given out again later, for a day, or not any more
   * when trying again is of no use; the event then has the problem.
   */
  settle(noticeId: number, outcome: 'sent' | { readonly problem: string; readonly isFinal: boolean }): Promise<void>
}

export const AlertNotices: ServiceToken<AlertNotices> = defineService('heliograph.alert-notices')
