import { randomUUID } from 'node:crypto'
import {
  GatewayError,
  type HttpRequest,
  isGatewayError,
  type Principal,
  type Priority,
  type SubmitMessage,
} from '@heliograph/contracts'
import { isJsonObject, type JsonObject, MAX_RECIPIENTS, Turn } from '@heliograph/wire'
import { argumentsOfJson, checkArguments, SEND_FIELDS } from './arguments.ts'
import { ORIGIN } from './authentication.ts'
import { unreadable } from './errors.ts'
import { mapMessage, priorityOf } from './mapping.ts'
import type { Context } from './operations.ts'

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

/**
 * Sends the messages of a batch. Those with a wrong argument, and recipients that cannot be sent to, are left out while
 * the others go, as with Jasmin, whose batches are sent after they were answered. Throws `conflict` for a batch that
 * cannot be read, `invalid` for one with too many recipients.
 */
export async function sendBatch(
  { clock, instanceId, logger, services }: Context,
  principal: Principal,
  body: JsonObject,
  { requestId }: Pick<HttpRequest, 'requestId'>,
): Promise<BatchAnswer> {
  const nowMs = clock.now()
  const settings = isJsonObject(body.batch_config) ? body.batch_config : {}
  const seconds = secondsUntil(settings.schedule_at, nowMs)
  const sendAt = seconds === 0 ? undefined : new Date(nowMs + seconds * SECOND_MS)
  const common = isJsonObject(body.globals) ? body.globals : {}
  const messages = messagesIn(body.messages, common)
  const messageCount = messages.reduce((sum, { recipients }) => sum + recipients.length, 0)
  if (messageCount > MAX_RECIPIENTS)
    throw new GatewayError('invalid', 'too-many-recipients', `At most ${MAX_RECIPIENTS} recipients are allowed.`)
  const mapped = new Map<Priority, SubmitMessage[]>()
  let leftOut = 0
  const turn = new Turn()
  for (const { fields, recipients } of messages) {
    if (turn.isOver) await turn.giveWay()
    try {
      // What Jasmin checks of each recipient, the gateway finds out itself.
      const given = argumentsOfJson(common, { ...fields, to: '0' })
      checkArguments(given, SEND_FIELDS)
      const destinations = recipients.map((to) => ({ to }))
      const message = { ...mapMessage(given, { instance: instanceId, nowMs, sendAt }), destinations }
      const priority = priorityOf(given)
      const others = mapped.get(priority)
      if (others === undefined) mapped.set(priority, [message])
      else others.push(message)
    } catch (error) {
      if (!isGatewayError(error)) throw error
      leftOut += 1
    }
  }
  let bulkId: string | undefined
  for (const [priority, those] of mapped) {
    const { bulkId: given, entries } = await services.submissions.submit(principal, {
      origin: ORIGIN,
      requestId,
      priority,
      bulkId,
      numbers: 'local',
      atomic: false,
      messages: those,
    })
    // A single message has no bulk, and is found by its own id.
    bulkId ??= given ?? entries[0]?.messageId
  }
  const batchId = bulkId ?? randomUUID()
  const isCalledBack = settings.callback_url !== undefined || settings.errback_url !== undefined
  if (leftOut > 0 || isCalledBack) logger.info({ batchId, leftOut, isCalledBack }, 'batch without callbacks')
  return { batchId, messageCount, ...(seconds > 0 && { scheduled: `${seconds}s` }) }
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
