import type { Command } from 'commander'
import type { CheckOptions } from '../actions/check.ts'
import { createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/check.ts')

export function createCheckCommand(terminal: Terminal): Command {
  return createCommand('check', 'Check configuration and connections: list what is wrong and how to fix it.')
    .option('--verbose', 'also say where packages are looked for and which were loaded, and show stacks of errors')
    .option('--offline', 'ask neither the database nor networks: what a service checks before each start')
    .action(async (options: CheckOptions) => (await actions()).runCheck(terminal, options))
}
