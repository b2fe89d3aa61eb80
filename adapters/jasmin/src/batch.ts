import { randomUUID } from 'node:crypto'
import {
  GatewayError,
  type HttpRequest,
  isGatewayError,
  type Principal,
  type Priority,
  type SubmitEntry,
  type SubmitMessage,
} from '@heliograph/contracts'
import { isJsonObject, type JsonObject, MAX_RECIPIENTS, TimeSlice } from '@heliograph/wire'
import { argumentsOfJson, checkArguments, SEND_FIELDS } from './arguments.ts'
import { ORIGIN } from './authentication.ts'
import type { BatchCall } from './batch-callbacks.ts'
import { formatFailure, restText, unreadable } from './errors.ts'
import { idOf, MAX_URL_LENGTH, type MappingContext, mapMessage, priorityOf } from './mapping.ts'
import { type Context, formatSuccess } from './operations.ts'

const SECOND_MS = 1_000
const MAX_DEFERRED_SECONDS = 180 * 24 * 3_600

/** The answer to a batch. */
export interface BatchAnswer {
  readonly batchId: string
  /** Messages that were tried; those without recipient or content are not counted, as with Jasmin. */
  readonly messageCount: number
  readonly scheduled?: string
}

/** A message of a batch, with the recipients that it names. */
interface BatchedMessage {
  readonly fields: JsonObject
  readonly recipients: readonly string[]
}

/** The messages of one priority, and all of their recipients. */
interface Share {
  readonly messages: SubmitMessage[]
  readonly recipients: string[]
}

/** What became of a recipient: an id, or why it was left out. */
interface Outcome {
  readonly to: string
  readonly result: string | GatewayError
}

/**
 * Sends the messages of a batch. Those with a wrong argument, and recipients that cannot be sent to, are left out while
 * the others go, as with Jasmin, whose batches are sent after they were answered. Throws `conflict` for a batch that
 * cannot be read, `invalid` for one with too many recipients.
 */
export async function sendBatch(
  context: Context,
  principal: Principal,
  body: JsonObject,
  request: Pick<HttpRequest, 'requestId'>,
): Promise<BatchAnswer> {
  const nowMs = context.clock.now()
  const settings = isJsonObject(body.batch_config) ? body.batch_config : {}
  const seconds = secondsUntil(settings.schedule_at, nowMs)
  const sendAt = seconds === 0 ? undefined : new Date(nowMs + seconds * SECOND_MS)
  const common = isJsonObject(body.globals) ? body.globals : {}
  const messages = messagesIn(body.messages, common)
  const messageCount = messages.reduce((sum, { recipients }) => sum + recipients.length, 0)
  if (messageCount > MAX_RECIPIENTS)
    throw new GatewayError('invalid', 'too-many-recipients', `At most ${MAX_RECIPIENTS} recipients are allowed.`)
  const { leftOut, shares } = await mapMessages(messages, common, { instance: context.instanceId, nowMs, sendAt })
  const { bulkId, outcomes } = await submitShares(context, principal, shares, request)
  const batchId = bulkId ?? randomUUID()
  if (leftOut.length > 0) context.logger.info({ batchId, leftOut: leftOut.length }, 'messages of a batch left out')
  context.callbacks.tell(batchId, callsOf([...leftOut, ...outcomes], settings))
  return { batchId, messageCount, ...(seconds > 0 && { scheduled: `${seconds}s` }) }
}

async function mapMessages(messages: readonly BatchedMessage[], common: JsonObject, mapping: MappingContext) {
  const shares = new Map<Priority, Share>()
  const leftOut: Outcome[] = []
  const slice = new TimeSlice()
  for (const { fields, recipients } of messages) {
    if (slice.isOver) await slice.rest()
    try {
      // What Jasmin checks of each recipient, the gateway finds out itself.
      const given = argumentsOfJson(common, { ...fields, to: '0' })
      checkArguments(given, SEND_FIELDS)
      const message = mapMessage(given, recipients, mapping)
      const priority = priorityOf(given)
      const share = shares.get(priority) ?? { messages: [], recipients: [] }
      shares.set(priority, share)
      share.messages.push(message)
      for (const to of recipients) share.recipients.push(to)
    } catch (error) {
      if (!isGatewayError(error)) throw error
      for (const to of recipients) leftOut.push({ to, result: error })
    }
  }
  return { shares, leftOut }
}

async function submitShares(
  { services }: Context,
  principal: Principal,
  shares: ReadonlyMap<Priority, Share>,
  { requestId }: Pick<HttpRequest, 'requestId'>,
) {
  let bulkId: string | undefined
  const outcomes: Outcome[] = []
  for (const [priority, { messages, recipients }] of shares) {
    const { bulkId: given, entries } = await services.submissions.submit(principal, {
      origin: ORIGIN,
      requestId,
      priority,
      bulkId,
      numbers: 'local',
      atomic: false,
      messages,
    })
    // A single message has no bulk, and is found by its own id.
    bulkId ??= given ?? entries[0]?.messageId
    for (const [index, entry] of entries.entries())
      outcomes.push({ to: recipients[index] ?? entry.to, result: resultOf(entry, principal) })
  }
  return { bulkId, outcomes }
}

function resultOf(entry: SubmitEntry, principal: Principal): Outcome['result'] {
  try {
    return idOf(entry, principal)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return error
  }
}

/** The calls to the URLs of a batch: one is for messages that were accepted, the other for those that were not. */
function callsOf(outcomes: readonly Outcome[], { callback_url, errback_url }: JsonObject): readonly BatchCall[] {
  const [good, bad] = [urlIn(callback_url), urlIn(errback_url)]
  if (good === undefined && bad === undefined) return []
  return outcomes.flatMap(({ result, to }): readonly BatchCall[] => {
    const isGood = typeof result === 'string'
    const url = isGood ? good : bad
    if (url === undefined) return []
    const statusText = isGood
      ? formatSuccess(result)
      : `HTTPAPI error: ${restText(formatFailure(result.publicMessage))}`
    return [{ url, to, isGood, statusText }]
  })
}

function urlIn(given: unknown): string | undefined {
  return typeof given === 'string' && given.length <= MAX_URL_LENGTH && URL.canParse(given) ? given : undefined
}

/** The messages that have a recipient and a content, of their own or of all. */
function messagesIn(given: unknown, common: JsonObject): readonly BatchedMessage[] {
  if (!Array.isArray(given)) return []
  return given.filter(isJsonObject).flatMap((fields) => {
    const { to } = { ...common, ...fields }
    const recipients = (Array.isArray(to) ? to : [to]).filter(isAddress).map(String)
    const hasContent = CONTENTS.some((name) => Object.hasOwn(fields, name) || Object.hasOwn(common, name))
    return recipients.length > 0 && hasContent ? [{ fields, recipients }] : []
  })
}

const CONTENTS = ['content', 'hex_content', 'hex-content']

function isAddress(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Reads `schedule_at`: `YYYY-MM-DD hh:mm:ss` in UTC, or `<seconds>s`. */
function secondsUntil(given: unknown, nowMs: number): number {
  if (given === undefined || given === null) return 0
  const text = String(given)
  const seconds = /^(\d{1,9})s$/.exec(text)?.[1]
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN
  const found = seconds === undefined ? Math.ceil((at - nowMs) / SECOND_MS) : Number(seconds)
  if (Number.isNaN(found) || found > MAX_DEFERRED_SECONDS)
    throw unreadable(
      'Cannot parse scheduled_at value',
      `${text.slice(0, 40)} is neither YYYY-MM-DD hh:mm:ss nor <seconds>s`,
    )
  if (found < 0) throw unreadable('Cannot schedule batch in past date', `Invalid past date given: ${text}`)
  return found
}
