import type { OutcomeDecision } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import type { DecideOptions, FilterOptions } from '../actions/unknown.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/unknown.ts')

export function createUnknownCommand(terminal: Terminal): Command {
  return new Command('unknown')
    .description('Messages that may or may not have been sent, and what is decided about them.')
    .addCommand(createList(terminal))
    .addCommand(createSettle(terminal))
    .addCommand(createResend(terminal))
}

function createList(terminal: Terminal): Command {
  return withFilter(createCommand('list', 'List messages of unknown outcome: how many, and the first of them.'))
    .option('--limit <n>', 'how many are shown at most', parseInteger, 20)
    .action(async (options: FilterOptions & { readonly limit: number }) =>
      (await actions()).listUnknown(terminal, options),
    )
}

function createSettle(terminal: Terminal): Command {
  return withChoice(createCommand('settle', 'Say what became of messages of unknown outcome.'))
    .addOption(
      new Option(
        '--as <outcome>',
        'sent: a network has them, and their receipts are waited for; failed: none has, and they end, credited back',
      )
        .choices(['sent', 'failed'])
        .makeOptionMandatory(),
    )
    .action(async (ids: readonly string[], options: DecideOptions) =>
      (await actions()).decide(terminal, ids, options, options.as as OutcomeDecision),
    )
}

function createResend(terminal: Terminal): Command {
  return withChoice(createCommand('resend', 'Send messages of unknown outcome again.')).action(
    async (ids: readonly string[], options: DecideOptions) =>
      (await actions()).decide(terminal, ids, options, 'resend'),
  )
}

function withFilter(command: Command): Command {
  return command
    .option('--client <id>', 'those of this client', parseInteger)
    .option('--route <name>', 'those of this route')
    .option('--since <time>', 'accepted then or later (ISO 8601)', parseMoment)
}

function withChoice(command: Command): Command {
  return withFilter(command.argument('[ids...]', 'their numbers (smsId)')).option(
    '--all',
    'all that the other options leave, instead of numbers',
  )
}
