import { GatewayError, type MessageSelection, type Messages, type Principal } from '@heliograph/contracts'
import {
  fillSubscriptionLinks,
  hasSubscriptionLinks,
  type LinkBases,
  normaliseNumber,
  STATUS_FORMS,
} from '@heliograph/messaging'
import { isCreditExceeded } from '../../accounts/credit.ts'
import type { LinkWriter } from '../../accounts/short-links.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { retryRolledBack } from '../../database/retry-rolled-back.ts'
import type { RoutedMessage } from '../routing/router.ts'
import { type FinishTools, finishMessages } from './finish.ts'
import { lockMessage, redactMessage } from './redact-message.ts'
import { removeMessages } from './remove-rows.ts'
import { replaceMessage } from './replace-message.ts'
import { type SelectedMessage, selectMessages } from './select-waiting.ts'
import { type TakenMessage, takeFromBatches } from './waiting-batches.ts'

export interface MessagesOptions extends FinishTools {
  readonly sql: Sql
  /** Call after the commit of messages that wait for a time. */
  readonly messagesDue: (at: Date) => void
  routeFor(to: string, message: RoutedMessage): string
  /** Writes the links in texts. */
  linkWriter(): LinkWriter
  /** Resolves with what links begin with in texts from the channel with this address. */
  linkBasesOf(principal: Principal, sender: string): Promise<LinkBases>
  /** Ends the selected segments that wait for others, and those that wait with them. Resolves with the number ended. */
  cancelSegments(tx: Transaction, clientId: number, selection: MessageSelection): Promise<number>
}

/**
 * Creates the `Messages` service. It acts only on messages whose batch no node has begun: one that is in a node's
 * memory may be with a link at any moment, so it counts as too late.
 */
export function createMessages(options: MessagesOptions): Messages {
  const { sql, clock, routeFor } = options

  async function inTransaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return (await retryRolledBack(() => sql.begin(run))) as T
    } catch (error) {
      if (isCreditExceeded(error)) throw new GatewayError('forbidden', 'no-credit', 'Not enough credit')
      throw toServiceError(error)
    }
  }

  return {
    cancel(principal, selection) {
      return inTransaction(async (tx) => {
        const normal = normalised(principal, selection)
        const segments = await options.cancelSegments(tx, principal.clientId, normal)
        const messages = await selectMessages(tx, principal.clientId, normal)
        if (messages.length === 0 && segments === 0) throw notFound()
        const taken = await take(tx, messages)
        const smsIds = [...taken.keys()]
        const ended = await finishMessages(tx, options, smsIds, 'cancelled', STATUS_FORMS.cancelled.errorId)
        if (ended.length + segments === 0) throw tooLate()
        return ended.length + segments
      })
    },

    async replace(principal, smsId, replacement) {
      await inTransaction(async (tx) => {
        const [message] = await selectMessages(tx, principal.clientId, normalised(principal, { smsId }))
        if (message === undefined) throw notFound()
        const taken = (await take(tx, [message])).get(message.smsId)
        if (taken === undefined) throw tooLate()
        const textFor = (of: SelectedMessage, text: string) => filled(options, principal, of, text)
        const tools = { now: clock.now(), ids: options.ids, routeFor, textFor }
        await replaceMessage(tx, principal.clientId, message, taken, replacement, tools)
        options.changeNotes?.noteMessagesAfter(tx, [message.smsId])
      })
      if (replacement.sendAt !== undefined) options.messagesDue(replacement.sendAt)
    },

    async redact({ clientId }, smsId) {
      await inTransaction(async (tx) => {
        const message = await lockEnded(tx, clientId, smsId)
        await redactMessage(tx, message)
        options.changeNotes?.noteMessagesAfter(tx, [message.smsId])
      })
    },

    async remove({ clientId }, smsId) {
      await inTransaction(async (tx) => {
        const message = await lockEnded(tx, clientId, smsId)
        options.changeNotes?.noteMessagesAfter(tx, [message.smsId])
        await redactMessage(tx, message)
        await removeMessages(tx, clientId, [message.smsId])
      })
    },
  }
}

/** What has not ended is needed: its text by links, its row by receipts. */
async function lockEnded(tx: Transaction, clientId: number, smsId: number) {
  const message = Number.isSafeInteger(smsId) ? await lockMessage(tx, clientId, smsId) : undefined
  if (message === undefined) throw notFound()
  if (!message.isFinal) throw new GatewayError('conflict', 'not-ended', 'The message is still under way')
  return message
}

async function filled(
  { linkWriter, linkBasesOf }: MessagesOptions,
  principal: Principal,
  { recipient, sender }: SelectedMessage,
  text: string,
): Promise<string> {
  if (!hasSubscriptionLinks(text)) return text
  const { clientId } = principal
  const bases = await linkBasesOf(principal, sender)
  const writer = linkWriter()
  const links = fillSubscriptionLinks(text, recipient, { clientId, bases, site: writer.site })
  await writer.keep()
  return links
}

async function take(tx: Transaction, messages: readonly SelectedMessage[]): Promise<ReadonlyMap<number, TakenMessage>> {
  const taken = await takeFromBatches(
    tx,
    messages.filter((message) => message.isWaiting),
  )
  return new Map(taken.map((message) => [message.smsId, message]))
}

/** Throws `message-not-found` when no message can match the selection. */
function normalised(principal: Principal, { smsId, to }: MessageSelection): MessageSelection {
  if (smsId === undefined && to === undefined) throw notFound()
  if (smsId !== undefined && !Number.isSafeInteger(smsId)) throw notFound()
  if (to === undefined) return { smsId }
  const recipient = normaliseNumber(to, 'international', principal.country)
  if (recipient === undefined) throw notFound()
  return { smsId, to: recipient }
}

function notFound(): GatewayError {
  return new GatewayError('not-found', 'message-not-found', 'Message not found')
}

function tooLate(): GatewayError {
  return new GatewayError('conflict', 'too-late', 'The message can no longer be changed')
}
