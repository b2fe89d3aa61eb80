import { Command } from 'commander'
import type { ListOptions } from '../actions/incoming.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/incoming.ts')

export function createIncomingCommand(terminal: Terminal): Command {
  return new Command('incoming').description('SMS from subscribers.').addCommand(createList(terminal))
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List incoming SMS, newest first.')
    .option('--client <id>', 'of this client', parseInteger)
    .option('--unmatched', 'to numbers that no enabled channel has')
    .option('--limit <n>', 'how many at most', parseInteger, 50)
    .action(async (options: ListOptions) => (await actions()).showIncoming(terminal, options))
}
