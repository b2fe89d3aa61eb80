import type { Command } from 'commander'
import type { LinksOptions } from '../actions/links.ts'
import { ADMIN_OPTION, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/links.ts')

export function createLinksCommand(terminal: Terminal): Command {
  return createCommand('links', 'Show the state of the links of a running gateway.')
    .option(...ADMIN_OPTION)
    .action(async (options: LinksOptions) => (await actions()).runLinks(terminal, options))
}
