import { Command, Option } from 'commander'
import type { ContactOptions, EraseOptions, ListOptions, SetOptions } from '../actions/contact.ts'
import { createCommand } from '../common-options.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/contact.ts')

export function createContactCommand(terminal: Terminal): Command {
  return new Command('contact')
    .description('Contacts of a client: its phonebook, who opted out.')
    .addCommand(createShow(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createImport(terminal))
    .addCommand(createExport(terminal))
    .addCommand(createErase(terminal))
}

function createShow(terminal: Terminal): Command {
  return forContact('show', 'Show a contact: whether it receives messages, and every opt-out and opt-in.').action(
    async (options: ContactOptions) => (await actions()).showContact(terminal, options),
  )
}

function createSet(terminal: Terminal): Command {
  return forContact('set', 'Opt a contact out of the messages of a client, or in again.')
    .addOption(new Option('--opted-in', 'it receives messages').conflicts('optedOut'))
    .addOption(new Option('--opted-out', 'it takes no messages'))
    .action(async (options: SetOptions) => (await actions()).setContact(terminal, options))
}

function createImport(terminal: Terminal): Command {
  return forList('import', 'Import contacts from a CSV file. Run again, it imports what is missing.').action(
    async (options: ListOptions) => (await actions()).importList(terminal, options),
  )
}

function createExport(terminal: Terminal): Command {
  return forList('export', 'Write all contacts to a CSV file, with who opted out.').action(
    async (options: ListOptions) => (await actions()).exportList(terminal, options),
  )
}

function createErase(terminal: Terminal): Command {
  return createCommand('erase', 'Remove a number from all that is kept; if it had opted out, it stays opted out.')
    .argument('<number>', 'in local or international form')
    .addOption(new Option('--client <id>', 'from what is kept of this client').argParser(parseInteger))
    .addOption(new Option('--all-clients', 'from everything').conflicts('client'))
    .action(async (number: string, options: EraseOptions) => (await actions()).eraseContact(terminal, number, options))
}

function forContact(name: string, description: string): Command {
  return createCommand(name, description)
    .requiredOption('--client <id>', 'the client', parseInteger)
    .requiredOption('--number <number>', "the contact's number, in local or international form")
}

function forList(name: string, description: string): Command {
  return createCommand(name, description)
    .requiredOption('--client <id>', 'the client', parseInteger)
    .requiredOption('--file <path>', 'the CSV file')
}
