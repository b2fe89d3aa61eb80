import { Argument, Command } from 'commander'
import { createJsonOption } from '../common-options.ts'
import { CONFIGURATIONS, type ConfigurationName } from '../installation.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/config.ts')

export function createConfigCommand(terminal: Terminal): Command {
  return new Command('config')
    .description('Print a bundled configuration to start from.')
    .addArgument(new Argument('<name>', 'which one').choices(CONFIGURATIONS))
    .addOption(createJsonOption())
    .action(async (name: ConfigurationName, { json }: { readonly json: boolean }) =>
      (await actions()).printConfiguration(terminal, name, json),
    )
}
