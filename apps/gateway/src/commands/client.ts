import { Command, Option } from 'commander'
import type { AddOptions, NetworksOptions, NumbersOptions, SetOptions } from '../actions/client.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { ANYWHERE, DEFAULT } from '../option-words.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/client.ts')

export function createClientCommand(terminal: Terminal): Command {
  return new Command('client')
    .description('Clients (accounts) of this deployment.')
    .addCommand(createAdd(terminal))
    .addCommand(createList(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createNumbers(terminal))
    .addCommand(createNetworks(terminal))
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Add a client.')
    .requiredOption('--name <name>', 'name of the account')
    .option('--country <code>', 'country by which its national numbers are read, for example ZA')
    .option('--currency <code>', 'currency of its prices and credit, for example ZAR')
    .option('--credit <amount>', 'prepaid credit; without it the client is billed afterwards')
    .option('--price <amount>', 'price of an SMS part')
    .option('--rate-limit <requests>', 'v2 requests a minute for each API key', parseInteger)
    .action(async (options: AddOptions) => (await actions()).addClient(terminal, options))
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List all clients.').action(async (options: CommonOptions) =>
    (await actions()).listClients(terminal, options),
  )
}

function createSet(terminal: Terminal): Command {
  return createCommand('set', 'Change a client.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--enabled', 'let it send again').conflicts('disabled'))
    .addOption(new Option('--disabled', 'stop all of its keys'))
    .option('--add-credit <amount>', 'amount to add; negative to take away')
    .option('--price <amount>', 'price of an SMS part')
    .option('--rate-limit <requests>', 'v2 requests a minute for each API key', parseInteger)
    .option(
      '--retention-days <days>',
      'days after which its messages are removed, if sooner than for others; default: as for others',
      (text) => (text === DEFAULT ? DEFAULT : parseInteger(text)),
    )
    .action(async (options: SetOptions) => (await actions()).setClient(terminal, options))
}

function createNumbers(terminal: Terminal): Command {
  return createCommand('numbers', 'Numbers that the channels of a client may send as: list, give and take them.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--give <digits>', 'give it this number').conflicts('take'))
    .option('--take <digits>', 'take this number away; channels that send as it send as themselves again')
    .action(async (options: NumbersOptions) => (await actions()).changeNumbers(terminal, options))
}

function createNetworks(terminal: Terminal): Command {
  const entries = (text: string) => (text === ANYWHERE ? [] : text.split(','))
  return createCommand('networks', "From where a client's keys, passwords and logins are accepted: show and set it.")
    .requiredOption('--client <id>', 'the client', parseInteger)
    .option('--programs <networks>', `for keys, passwords and SMPP binds, with commas between; ${ANYWHERE}`, entries)
    .option('--portal <networks>', `for the portal, with commas between; ${ANYWHERE}`, entries)
    .action(async (options: NetworksOptions) => (await actions()).changeNetworks(terminal, options))
}
