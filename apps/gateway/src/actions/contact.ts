import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Contacts, type Principal, Subscriptions } from '@heliograph/contracts'
import type { Engine, ErasedNumber } from '@heliograph/engine'
import { describeErased, readContactNumber } from '@heliograph/messaging'
import { exportContacts, importContacts, type RefusedRow } from '@heliograph/wire'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { describeContact, describeProgress, type ImportCounts } from '../describe-contact.ts'
import { noteCommand } from '../note-commands.ts'
import { replaceFile } from '../replace-file.ts'
import { serviceOf } from '../service-of.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** Number of audit trail entries shown. */
const SHOWN_ENTRIES = 100

/** Number of refused rows listed in the JSON answer; people see all of them. */
const NAMED_ROWS = 1_000

export interface ContactOptions extends CommonOptions {
  readonly client: number
  readonly number: string
}

/** `contact show`. */
export function showContact(terminal: Terminal, options: ContactOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const principal = await engine.operatorOf(options.client)
    const contacts = serviceOf(engine, Contacts)
    const contact = await contacts.get(principal, options.number)
    if (contact === undefined) throw await notFound(engine, principal, options.number)
    const { entries: audit } = await contacts.audit(principal, options.number, { limit: SHOWN_ENTRIES })
    const { subscription, ...noted } = contact
    const { status = 'opted-in', description = null, changedAt: statusChangedAt = null } = subscription ?? {}
    const shown = { clientId: options.client, ...noted, status, description, statusChangedAt, audit }
    output.result(shown, describeContact(shown))
  })
}

async function notFound(engine: Engine, { clientId, country }: Principal, number: string): Promise<CommandError> {
  const isKeptOut = await engine.erasure.isKeptOut({ clientId, mobile: readContactNumber(number, country) })
  const rest = isKeptOut
    ? 'it had opted out when it was erased, and messages to it are refused.'
    : 'messages to it are not blocked.'
  return new CommandError('contact-not-found', `The phonebook has no such contact; ${rest}`)
}

export interface SetOptions extends ContactOptions {
  readonly optedIn?: boolean
  readonly optedOut?: boolean
}

/** `contact set`. */
export function setContact(terminal: Terminal, options: SetOptions): Promise<void> {
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
}

export interface ListOptions extends CommonOptions {
  readonly client: number
  readonly file: string
}

/** `contact import`. */
export async function importList(terminal: Terminal, options: ListOptions): Promise<void> {
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
}

/** `contact export`. */
export function exportList(terminal: Terminal, options: ListOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, _settings, signal) => {
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
  })
}

export interface EraseOptions extends CommonOptions {
  readonly client?: number
  readonly allClients?: boolean
}

/** `contact erase`. */
export function eraseContact(terminal: Terminal, number: string, options: EraseOptions): Promise<void> {
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
}

function describeKeptOut({ optedOutOf }: ErasedNumber): readonly string[] {
  if (optedOutOf.length === 0) return []
  return [`It stays opted out of the messages of client ${optedOutOf.join(', ')}.`]
}

function describeArchives({ archives }: ErasedNumber): readonly string[] {
  if (archives.length === 0) return []
  return ['These files of the archive may still have it:', ...archives.map((name) => `  ${name}`)]
}
