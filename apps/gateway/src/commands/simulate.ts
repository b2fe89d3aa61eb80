import { Command } from 'commander'
import type { IncomingOptions } from '../actions/simulate.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/simulate.ts')

export function createSimulateCommand(terminal: Terminal): Command {
  return new Command('simulate')
    .description('Events that otherwise come from a network.')
    .addCommand(createIncoming(terminal))
}

function createIncoming(terminal: Terminal): Command {
  return createCommand('incoming', 'An SMS from a subscriber to one of our numbers.')
    .requiredOption('--from <number>', "the subscriber's number")
    .requiredOption('--to <number>', 'the number it is sent to')
    .requiredOption('--text <text>', 'text')
    .action(async (options: IncomingOptions) => (await actions()).simulateIncoming(terminal, options))
}
