import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Contacts, type Principal, Subscriptions } from '@heliograph/contracts'
import type { Engine, ErasedNumber } from '@heliograph/engine'
import { describeErased, readContactNumber } from '@heliograph/messaging'
import { exportContacts, importContacts, type RefusedRow } from '@heliograph/wire'
import { Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { describeContact, describeProgress, type ImportCounts } from '../describe-contact.ts'
import { noteCommand } from '../note-commands.ts'
import { parseInteger } from '../parse-option.ts'
import { replaceFile } from '../replace-file.ts'
import { serviceOf } from '../service-of.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** Number of audit trail entries shown. */
const SHOWN_ENTRIES = 100
/** Number of refused rows listed in the JSON answer; people see all of them. */
const NAMED_ROWS = 1_000

export function createContactCommand(terminal: Terminal): Command {
  return new Command('contact')
    .description('Contacts of a client: its phonebook, who opted out.')
    .addCommand(createShow(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createImport(terminal))
    .addCommand(createExport(terminal))
    .addCommand(createErase(terminal))
}

interface ContactOptions extends CommonOptions {
  readonly client: number
  readonly number: string
}

function createShow(terminal: Terminal): Command {
  return forContact('show', 'Show a contact: whether it receives messages, and every opt-out and opt-in.').action(
    (options: ContactOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const principal = await engine.operatorOf(options.client)
        const contacts = serviceOf(engine, Contacts)
        const contact = await contacts.get(principal, options.number)
        if (contact === undefined) throw await notFound(engine, principal, options.number)
        const { entries: audit } = await contacts.audit(principal, options.number, { limit: SHOWN_ENTRIES })
        const { subscription, ...noted } = contact
        const { status = 'opted-in', description = null, changedAt: statusChangedAt = null } = subscription ?? {}
        const shown = { clientId: options.client, ...noted, status, description, statusChangedAt, audit }
        output.result(shown, describeContact(shown))
      }),
  )
}

async function notFound(engine: Engine, { clientId, country }: Principal, number: string): Promise<CommandError> {
  const isKeptOut = await engine.erasure.isKeptOut({ clientId, mobile: readContactNumber(number, country) })
  const rest = isKeptOut
    ? 'it had opted out when it was erased, and messages to it are refused.'
    : 'messages to it are not blocked.'
  return new CommandError('contact-not-found', `The phonebook has no such contact; ${rest}`)
}

interface SetOptions extends ContactOptions {
  readonly optedIn?: boolean
  readonly optedOut?: boolean
}

function createSet(terminal: Terminal): Command {
  return forContact('set', 'Opt a contact out of the messages of a client, or in again.')
    .addOption(new Option('--opted-in', 'it receives messages').conflicts('optedOut'))
    .addOption(new Option('--opted-out', 'it takes no messages'))
    .action((options: SetOptions) => {
      if (!options.optedIn && !options.optedOut) throw new CommandError('usage', 'Give --opted-in or --opted-out.')
      return withEngine(terminal, options, async (engine, output) => {
        const { country } = await engine.operatorOf(options.client)
        const status = options.optedOut ? 'opted-out' : 'opted-in'
        const mobile = readContactNumber(options.number, country)
        const subscriptions = serviceOf(engine, Subscriptions)
        const { changed, subscription } = await subscriptions.set(options.client, mobile, status, { kind: 'operator' })
        const line = changed
          ? `${mobile}: ${subscription.description}`
          : `${mobile} was ${status.replace('-', ' ')} already.`
        output.result({ ...subscription, changed }, [line])
      })
    })
}

interface ListOptions extends CommonOptions {
  readonly client: number
  readonly file: string
}

function createImport(terminal: Terminal): Command {
  return forList('import', 'Import contacts from a CSV file. Run again, it imports what is missing.').action(
    async (options: ListOptions) => {
      if ((await stat(options.file)).isDirectory()) throw new CommandError('file', `${options.file} is a folder.`)
      return withEngine(terminal, options, async (engine, output, _settings, signal) => {
        const principal = await engine.operatorOf(options.client)
        const named: RefusedRow[] = []
        let counts: ImportCounts = { rows: 0, added: 0, changed: 0, unchanged: 0, refused: 0 }
        const source = createReadStream(options.file)
        for await (const { refusals, ...progress } of importContacts(serviceOf(engine, Contacts), principal, source)) {
          for (const row of refusals) {
            if (named.length < NAMED_ROWS) named.push(row)
            output.note(`line ${row.line}: ${row.mobile === '' ? '' : `${row.mobile}: `}${row.problem.text}`)
          }
          counts = progress
          output.progress(describeProgress(progress))
          if (signal.aborted) throw new CommandError('interrupted', `Stopped after ${describeProgress(progress)}`)
        }
        output.result({ ...counts, refusals: named }, [describeProgress(counts)])
      })
    },
  )
}

function createExport(terminal: Terminal): Command {
  return forList('export', 'Write all contacts to a CSV file, with who opted out.').action((options: ListOptions) =>
    withEngine(terminal, options, async (engine, output, _settings, signal) => {
      const principal = await engine.operatorOf(options.client)
      let contacts = 0
      await replaceFile(options.file, async (write) => {
        for await (const step of exportContacts(serviceOf(engine, Contacts), principal)) {
          if (signal.aborted) throw new CommandError('interrupted', 'Stopped; nothing was written.')
          await write(step.text)
          contacts = step.contacts
          output.progress(`${contacts} contacts`)
        }
      })
      await noteCommand(engine, {
        action: 'contacts-exported',
        subject: `${contacts} contacts`,
        clientId: options.client,
      })
      output.result({ file: options.file, contacts }, [`${contacts} contacts written to ${options.file}`])
    }),
  )
}

interface EraseOptions extends CommonOptions {
  readonly client?: number
  readonly allClients?: boolean
}

function createErase(terminal: Terminal): Command {
  return createCommand('erase', 'Remove a number from all that is kept; if it had opted out, it stays opted out.')
    .argument('<number>', 'in local or international form')
    .addOption(new Option('--client <id>', 'from what is kept of this client').argParser(parseInteger))
    .addOption(new Option('--all-clients', 'from everything').conflicts('client'))
    .action((number: string, options: EraseOptions) => {
      const { client = null } = options
      if (client === null && !options.allClients) throw new CommandError('usage', 'Give --client or --all-clients.')
      return withEngine(terminal, options, async (engine, output, settings) => {
        const { defaults } = settings.configuration.sections
        const country = client === null ? defaults.country : (await engine.operatorOf(client)).country
        const erased = await engine.erasure.erase(client, readContactNumber(number, country))
        const counts = describeErased(erased)
        await noteCommand(engine, { action: 'contact-erased', subject: counts, clientId: client })
        output.result(erased, [`Erased: ${counts}.`, ...describeKeptOut(erased), ...describeArchives(erased)])
      })
    })
}

function describeKeptOut({ optedOutOf }: ErasedNumber): readonly string[] {
  if (optedOutOf.length === 0) return []
  return [`It stays opted out of the messages of client ${optedOutOf.join(', ')}.`]
}

function describeArchives({ archives }: ErasedNumber): readonly string[] {
  if (archives.length === 0) return []
  return ['These files of the archive may still have it:', ...archives.map((name) => `  ${name}`)]
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
