import { PRIORITIES } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import type { TestOptions } from '../actions/route.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/route.ts')

export function createRouteCommand(terminal: Terminal): Command {
  return new Command('route').description('Routes of messages.').addCommand(createTest(terminal))
}

function createTest(terminal: Terminal): Command {
  return createCommand('test', 'Say which route and links a message would take, and why. Sends nothing.')
    .requiredOption('--to <number>', 'recipient, in international form')
    .requiredOption('--client <id>', 'the client that sends it', parseInteger)
    .option('--sender <address>', 'the channel it is sent from')
    .addOption(
      new Option('--priority <name>', 'its priority').choices(Object.keys(PRIORITIES)).default('NORMAL', 'NORMAL'),
    )
    .option('--parts <n>', 'SMS parts it has', parseInteger, 1)
    .action(async (options: TestOptions) => (await actions()).runTest(terminal, options))
}
