import { SCOPES } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import type { AddOptions, ListOptions } from '../actions/key.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/key.ts')

export function createKeyCommand(terminal: Terminal): Command {
  return new Command('key')
    .description('API keys.')
    .addCommand(createAdd(terminal))
    .addCommand(createList(terminal))
    .addCommand(createEraseCopies(terminal))
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Make an API key for a user. It is shown this once.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .addOption(
      new Option('--scope <scope>', 'how far it reaches: send messages, or the API of the portal as well')
        .choices(SCOPES)
        .default('send'),
    )
    .option('--name <text>', 'what people know it by')
    .option('--expires <time>', 'when it stops working: 2027-12-31 or 2027-12-31T18:00:00Z (never)', parseMoment)
    .action(async (options: AddOptions) => (await actions()).addKey(terminal, options))
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List the API keys of a user, without the keys themselves.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .action(async (options: ListOptions) => (await actions()).listKeys(terminal, options))
}

function createEraseCopies(terminal: Terminal): Command {
  return createCommand(
    'erase-copies',
    'Erase the sealed copies of API keys, from which an interface hands keys out. The keys go on working.',
  ).action(async (options: CommonOptions) => (await actions()).eraseCopies(terminal, options))
}
