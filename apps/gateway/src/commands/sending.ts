import { Command } from 'commander'
import type { HoldOptions, ScopeOptions } from '../actions/sending.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/sending.ts')

export function createSendingCommand(terminal: Terminal): Command {
  return new Command('sending')
    .description('Sending to networks: put on hold, and let go on.')
    .addCommand(createHold(terminal))
    .addCommand(createResume(terminal))
    .addCommand(createList(terminal))
}

function createHold(terminal: Terminal): Command {
  return withScope(
    createCommand(
      'hold',
      'Send nothing until resumed, on any node and of any priority. Messages are accepted and wait.',
    ),
  )
    .option('--reason <text>', 'why, for those who see it', '')
    .action(async (options: HoldOptions) => (await actions()).holdSending(terminal, options))
}

function createResume(terminal: Terminal): Command {
  return withScope(createCommand('resume', 'Let what is on hold be sent.')).action(async (options: ScopeOptions) =>
    (await actions()).resumeSending(terminal, options),
  )
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List what is on hold, and why.').action(async (options: CommonOptions) =>
    (await actions()).listHolds(terminal, options),
  )
}

function withScope(command: Command): Command {
  return command
    .option('--route <name>', 'messages of this route only')
    .option('--client <id>', 'messages of this client only', parseInteger)
}
