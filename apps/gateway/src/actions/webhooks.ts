import type { WebhookKind, WebhookState } from '@heliograph/contracts'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { formatWebhook, formatWebhooks, formatWebhookTest } from '../format-webhooks.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** Operators' searches take turns with those of clients as if they came from one client with this id. */
const OPERATOR = 0

interface Conditions extends CommonOptions {
  readonly client?: number
  readonly channel?: number
  readonly kind?: WebhookKind
}

export interface ListOptions extends Conditions {
  readonly state?: WebhookState
  readonly subject?: number
  readonly since?: Date
  readonly before?: number
  readonly limit: number
}

/** `webhooks list`. */
export function listWebhooks(terminal: Terminal, options: ListOptions): Promise<void> {
  return withEngine(terminal, options, async ({ webhookLog }, output) => {
    const { client: clientId, channel: channelId, kind, state, subject: subjectId, since, before, limit } = options
    const filter = { clientId, channelId, kind, state, subjectId, since, before, limit: Math.max(1, limit) }
    const page = await webhookLog.find(OPERATOR, filter)
    output.result({ webhooks: page.records, next: page.next ?? null }, formatWebhooks(page))
  })
}

/** `webhooks show`. */
export function showWebhook(terminal: Terminal, webhookId: number, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ webhookLog }, output) => {
    const webhook = await webhookLog.of(webhookId)
    if (webhook === undefined) throw new CommandError('webhook-not-found', `There is no webhook ${webhookId}.`)
    output.result(webhook, formatWebhook(webhook))
  })
}

export interface ResendOptions extends Conditions {
  readonly failedSince?: Date
}

/** `webhooks resend`. */
export function resendWebhooks(
  terminal: Terminal,
  webhookIds: readonly number[] | undefined,
  options: ResendOptions,
): Promise<void> {
  const { client: clientId, channel: channelId, kind, failedSince } = options
  const ids = webhookIds ?? []
  if (ids.length > 0 === (failedSince !== undefined))
    throw new CommandError('usage', 'Say which: their numbers, or --failed-since 2026-01-31.')
  const selection = failedSince === undefined ? { webhookIds: ids } : { failedSince, clientId, channelId, kind }
  return withEngine(terminal, options, async ({ webhookLog }, output) => {
    const { resent } = await webhookLog.resend(failedSince === undefined ? clientId : undefined, selection)
    output.result({ resent }, [`${resent} sent again when a gateway runs.`])
  })
}

export interface TestOptions extends CommonOptions {
  readonly channel: number
  readonly kind: WebhookKind
}

/** `webhooks test`. */
export function testWebhook(terminal: Terminal, { channel, kind, ...options }: TestOptions): Promise<void> {
  return withEngine(terminal, options, async ({ webhookLog }, output) => {
    const test = await webhookLog.test(channel, kind)
    output.result(test, formatWebhookTest(test))
  })
}
