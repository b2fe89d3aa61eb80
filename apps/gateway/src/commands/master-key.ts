import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/master-key.ts')

export function createMasterKeyCommand(terminal: Terminal): Command {
  return new Command('master-key')
    .description('Change the key that secrets are sealed under, while the gateway works.')
    .addCommand(createList(terminal))
    .addCommand(createAdd(terminal))
    .addCommand(createUse(terminal))
    .addCommand(createReseal(terminal))
    .addCommand(createRetire(terminal))
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List master keys: what is sealed under each, and which nodes have it.').action(
    async (options: CommonOptions) => (await actions()).listMasterKeys(terminal, options),
  )
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Make a master key in the data folder, which only opens for now.').action(
    async (options: CommonOptions) => (await actions()).addMasterKey(terminal, options),
  )
}

function createUse(terminal: Terminal): Command {
  return withKey(createCommand('use', 'Have a master key seal from the next reload on.')).action(
    async (id: string, options: CommonOptions) => (await actions()).useMasterKey(terminal, id, options),
  )
}

function createReseal(terminal: Terminal): Command {
  return createCommand(
    'reseal',
    'Seal everything under the key that seals now; can be interrupted and repeated.',
  ).action(async (options: CommonOptions) => (await actions()).reseal(terminal, options))
}

function createRetire(terminal: Terminal): Command {
  return withKey(createCommand('retire', 'Remove a master key that nothing is sealed under any more.')).action(
    async (id: string, options: CommonOptions) => (await actions()).retireMasterKey(terminal, id, options),
  )
}

function withKey(command: Command): Command {
  return command.argument('<key>', 'its id, as list shows it')
}
