import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '../command-error.ts'
import type { Setting, SettingGroup } from './setting-reader.ts'
import { terminalText } from './terminal-text.ts'

/** A line of a listing. */
export interface ListedRow {
  readonly place: string
  /** Without the mark at its beginning and the blanks at its end. */
  readonly text: string
}

/** The listings of Jasmin's console, by how their headings begin. */
const HEADINGS = {
  connectors: /^#Connector id\b/,
  users: /^#User id\b/,
  groups: /^#Group id\b/,
  filters: /^#Filter id\b/,
  httpConnectors: /^#Httpcc id\b/,
  mtRoutes: /^#Order +Type +Rate\b/,
  moRoutes: /^#Order +Type +Connector\b/,
  interceptors: /^#Order +Type +Script\b/,
} as const

export type Listing = keyof typeof HEADINGS

/** What a recorded session of Jasmin's console (jcli) shows. */
export interface JcliSession {
  /** What `smppccm -s` and `user -s` show, by `cid` and `uid`; of what was shown twice, the last counts. */
  readonly connectors: ReadonlyMap<string, SettingGroup>
  readonly users: ReadonlyMap<string, SettingGroup>
  /** Of what was listed twice, the last counts. */
  readonly listings: Readonly<Partial<Record<Listing, readonly ListedRow[]>>>
}

/**
 * Reads a recorded session of the console: what it printed for `-l` and `-s`, with or without the commands, prompts and
 * control characters of a terminal. Throws `CommandError` for a file that cannot be read or shows nothing of a Jasmin.
 */
export function readJcliSession(path: string): JcliSession {
  const name = basename(path)
  const reader = new SessionReader()
  for (const [index, line] of linesOf(path).entries()) reader.read(line, `${name}:${index + 1}`)
  const session = reader.end()
  if (session.connectors.size + session.users.size + Object.keys(session.listings).length > 0) return session
  throw new CommandError(
    'jasmin-file',
    `${path} shows nothing of a Jasmin: record what its console prints for smppccm -l, user -l and the other commands.`,
  )
}

const PROMPT = /^(?:jcli : ?)+/
const COMMAND =
  /^(?:smppccm|user|group|filter|httpccm|mtrouter|morouter|m[ot]interceptor|stats|persist|load|quit|help)\b/
/** Of users, names are of up to three words. */
const SETTING = /^((?:mt_messaging_cred|smpps_cred) \S+ \S+|[a-z_]+)(?: (.*))?$/

class SessionReader {
  readonly #connectors = new Map<string, SettingGroup>()
  readonly #users = new Map<string, SettingGroup>()
  readonly #listings: Partial<Record<Listing, ListedRow[]>> = {}
  #listing: ListedRow[] | undefined
  #shown = new Map<string, Setting>()

  read(line: string, place: string): void {
    const text = line.replace(PROMPT, '')
    if (text !== line) {
      this.#endBlock()
      if (text === '' || COMMAND.test(text)) return
    }
    if (text.startsWith('#')) this.#readListed(text, place)
    else if (/^Total\b/.test(text)) this.#listing = undefined
    else this.#readShown(text, place)
  }

  end(): JcliSession {
    this.#endBlock()
    return { connectors: this.#connectors, users: this.#users, listings: this.#listings }
  }

  #readListed(text: string, place: string): void {
    const [listing] = Object.entries(HEADINGS).find(([, heading]) => heading.test(text)) ?? []
    if (listing === undefined) this.#listing?.push({ place, text: text.slice(1).trimEnd() })
    else {
      this.#listing = []
      this.#listings[listing as Listing] = this.#listing
    }
  }

  #readShown(text: string, place: string): void {
    const [, name, value = ''] = SETTING.exec(text) ?? []
    if (name !== undefined) this.#shown.set(name, { place, value: /^none$/i.test(value) ? '' : value.trim() })
  }

  /** What was shown since the last prompt is a connector, a user, or something else. */
  #endBlock(): void {
    const settings = this.#shown
    this.#listing = undefined
    this.#shown = new Map()
    const cid = settings.get('cid')
    const uid = settings.get('uid')
    if (cid !== undefined && settings.has('host'))
      this.#connectors.set(cid.value, { kind: 'smppccm', place: cid.place, settings })
    else if (uid !== undefined && settings.has('username'))
      this.#users.set(uid.value, { kind: 'user', place: uid.place, settings })
  }
}

function linesOf(path: string): readonly string[] {
  return terminalText(octetsOf(path))
    .split('\n')
    .map((line) => line.trimEnd())
}

function octetsOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new CommandError('jasmin-file', `${path} cannot be read: ${(error as Error).message}`)
  }
}
