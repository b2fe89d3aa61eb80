import { WEBHOOK_KINDS, WEBHOOK_STATES } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import type { ListOptions, ResendOptions, TestOptions } from '../actions/webhooks.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/webhooks.ts')

export function createWebhooksCommand(terminal: Terminal): Command {
  return new Command('webhooks')
    .description("Calls of clients' servers.")
    .addCommand(createList(terminal))
    .addCommand(createShow(terminal))
    .addCommand(createResend(terminal))
    .addCommand(createTest(terminal))
}

function withConditions(command: Command): Command {
  return command
    .option('--client <id>', 'those of one client', parseInteger)
    .option('--channel <id>', 'those of one channel', parseInteger)
    .addOption(kindOption('the event they report'))
}

const kindOption = (description: string) => new Option('--kind <kind>', description).choices(WEBHOOK_KINDS)

function createList(terminal: Terminal): Command {
  return withConditions(createCommand('list', 'List webhooks, newest first.'))
    .addOption(new Option('--state <state>', 'their state').choices(WEBHOOK_STATES))
    .option('--subject <id>', 'those about one message or incoming SMS', parseInteger)
    .option('--since <time>', 'those from then on (ISO 8601)', parseMoment)
    .option('--before <id>', 'those with lower numbers: the next page', parseInteger)
    .option('--limit <count>', 'how many at most', parseInteger, 50)
    .action(async (options: ListOptions) => (await actions()).listWebhooks(terminal, options))
}

function createShow(terminal: Terminal): Command {
  return createCommand('show', 'Show a webhook: what was sent and what was answered.')
    .argument('<id>', 'its number', parseInteger)
    .action(async (webhookId: number, options: CommonOptions) =>
      (await actions()).showWebhook(terminal, webhookId, options),
    )
}

function createResend(terminal: Terminal): Command {
  return withConditions(createCommand('resend', 'Send webhooks again: by their numbers, or all that failed.'))
    .argument('[ids...]', 'their numbers', (text: string, earlier?: readonly number[]) => [
      ...(earlier ?? []),
      parseInteger(text),
    ])
    .option('--failed-since <time>', 'all that failed for good, of those from then on (ISO 8601)', parseMoment)
    .action(async (webhookIds: readonly number[] | undefined, options: ResendOptions) =>
      (await actions()).resendWebhooks(terminal, webhookIds, options),
    )
}

function createTest(terminal: Terminal): Command {
  return createCommand('test', "Call a channel's URL with a made-up event and show what it answers.")
    .requiredOption('--channel <id>', 'the channel', parseInteger)
    .addOption(kindOption('the event to report').makeOptionMandatory())
    .action(async (options: TestOptions) => (await actions()).testWebhook(terminal, options))
}
