import { readFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { createJsonOption } from '../common-options.ts'
import { CONFIGURATIONS, type ConfigurationName, findInstallation } from '../installation.ts'
import { createOutput } from '../output.ts'
import type { Terminal } from '../terminal.ts'

export function createConfigCommand(terminal: Terminal): Command {
  return new Command('config')
    .description('Print a bundled configuration to start from.')
    .addArgument(new Argument('<name>', 'which one').choices(CONFIGURATIONS))
    .addOption(createJsonOption())
    .action((name: ConfigurationName, { json }: { json: boolean }) => printConfiguration(terminal, name, json))
}

async function printConfiguration(terminal: Terminal, name: ConfigurationName, json: boolean): Promise<void> {
  const file = findInstallation().configurationFile(name)
  const text = await readFile(file, 'utf8')
  createOutput(terminal, json).result({ file, text }, text.trimEnd().split('\n'))
}
