import { WEBHOOK_KINDS, WEBHOOK_STATES, type WebhookKind, type WebhookState } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { formatWebhook, formatWebhooks, formatWebhookTest } from '../format-webhooks.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** Operators' searches take turns with those of clients as if they came from one client with this id. */
const OPERATOR = 0

export function createWebhooksCommand(terminal: Terminal): Command {
  return new Command('webhooks')
    .description("Calls of clients' servers.")
    .addCommand(createList(terminal))
    .addCommand(createShow(terminal))
    .addCommand(createResend(terminal))
    .addCommand(createTest(terminal))
}

interface Conditions extends CommonOptions {
  readonly client?: number
  readonly channel?: number
  readonly kind?: WebhookKind
}

function withConditions(command: Command): Command {
  return command
    .option('--client <id>', 'those of one client', parseInteger)
    .option('--channel <id>', 'those of one channel', parseInteger)
    .addOption(kindOption('the event they report'))
}

const kindOption = (description: string) => new Option('--kind <kind>', description).choices(WEBHOOK_KINDS)

interface ListOptions extends Conditions {
  readonly state?: WebhookState
  readonly subject?: number
  readonly since?: Date
  readonly before?: number
  readonly limit: number
}

function createList(terminal: Terminal): Command {
  return withConditions(createCommand('list', 'List webhooks, newest first.'))
    .addOption(new Option('--state <state>', 'their state').choices(WEBHOOK_STATES))
    .option('--subject <id>', 'those about one message or incoming SMS', parseInteger)
    .option('--since <time>', 'those from then on (ISO 8601)', parseMoment)
    .option('--before <id>', 'those with lower numbers: the next page', parseInteger)
    .option('--limit <count>', 'how many at most', parseInteger, 50)
    .action((options: ListOptions) =>
      withEngine(terminal, options, async ({ webhookLog }, output) => {
        const { client: clientId, channel: channelId, kind, state, subject: subjectId, since, before, limit } = options
        const filter = { clientId, channelId, kind, state, subjectId, since, before, limit: Math.max(1, limit) }
        const page = await webhookLog.find(OPERATOR, filter)
        output.result({ webhooks: page.records, next: page.next ?? null }, formatWebhooks(page))
      }),
    )
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a webhook: what was sent and what was answered.')
    .argument('<id>', 'its number', parseInteger)
    .action((webhookId: number, options: CommonOptions) =>
      withEngine(terminal, options, async ({ webhookLog }, output) => {
        const webhook = await webhookLog.of(webhookId)
        if (webhook === undefined) throw new CommandError('webhook-not-found', `There is no webhook ${webhookId}.`)
        output.result(webhook, formatWebhook(webhook))
      }),
    )
}

interface ResendOptions extends Conditions {
  readonly failedSince?: Date
}

function createResend(terminal: Terminal): Command {
  return withConditions(createCommand('resend', 'Send webhooks again: by their numbers, or all that failed.'))
    .argument('[ids...]', 'their numbers', (text: string, earlier?: readonly number[]) => [
      ...(earlier ?? []),
      parseInteger(text),
    ])
    .option('--failed-since <time>', 'all that failed for good, of those from then on (ISO 8601)', parseMoment)
    .action((webhookIds: readonly number[] | undefined, options: ResendOptions) => {
      const { client: clientId, channel: channelId, kind, failedSince } = options
      const ids = webhookIds ?? []
      if (ids.length > 0 === (failedSince !== undefined))
        throw new CommandError('usage', 'Say which: their numbers, or --failed-since 2026-01-31.')
      const selection = failedSince === undefined ? { webhookIds: ids } : { failedSince, clientId, channelId, kind }
      return withEngine(terminal, options, async ({ webhookLog }, output) => {
        const { resent } = await webhookLog.resend(failedSince === undefined ? clientId : undefined, selection)
        output.result({ resent }, [`${resent} sent again when a gateway runs.`])
      })
    })
}

interface TestOptions extends CommonOptions {
  readonly channel: number
  readonly kind: WebhookKind
}

function createTest(terminal: Terminal): Command {
  return createCommand('test', "Call a channel's URL with a made-up event and show what it answers.")
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .addOption(kindOption('the event to report').makeOptionMandatory())
    .action(({ channel, kind, ...options }: TestOptions) =>
      withEngine(terminal, options, async ({ webhookLog }, output) => {
        const test = await webhookLog.test(channel, kind)
        output.result(test, formatWebhookTest(test))
      }),
    )
}
