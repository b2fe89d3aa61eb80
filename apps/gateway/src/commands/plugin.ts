import { Command } from 'commander'
import type { DropOptions } from '../actions/plugin.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/plugin.ts')

export function createPluginCommand(terminal: Terminal): Command {
  return new Command('plugin')
    .description('Data that adapters and plugins keep in tables of their own.')
    .addCommand(createListData(terminal))
    .addCommand(createDropData(terminal))
}

function createListData(terminal: Terminal): Command {
  return createCommand(
    'list-data',
    'List the tables of instances, also of those that are no longer configured.',
  ).action(async (options: CommonOptions) => (await actions()).listData(terminal, options))
}

function createDropData(terminal: Terminal): Command {
  return createCommand('drop-data', 'Remove the tables of an instance with everything in them, for ever.')
    .argument('<instance>', 'which one, as in the list')
    .option('--yes', 'really do it')
    .action(async (instance: string, options: DropOptions) => (await actions()).dropData(terminal, instance, options))
}
