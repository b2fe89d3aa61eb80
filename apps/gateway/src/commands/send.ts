import type { Command } from 'commander'
import type { SendOptions } from '../actions/send.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/send.ts')

export function createSendCommand(terminal: Terminal): Command {
  return createCommand('send', 'Send one message. It goes out when a gateway runs.')
    .requiredOption('--key <key>', 'API key to send with')
    .requiredOption('--to <number>', 'recipient')
    .requiredOption('--text <text>', 'text')
    .action(async (options: SendOptions) => (await actions()).sendMessage(terminal, options))
}
