import type { Command } from 'commander'
import type { ReloadOptions } from '../actions/reload.ts'
import { ADMIN_OPTION, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/reload.ts')

export function createReloadCommand(terminal: Terminal): Command {
  return createCommand('reload', 'Have a running gateway take over its changed configuration and certificates.')
    .option(...ADMIN_OPTION)
    .action(async (options: ReloadOptions) => (await actions()).runReload(terminal, options))
}
