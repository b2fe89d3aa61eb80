import type { ChangeSubject, Clock, Logger } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import { TOPICS } from '../../database/announcement-topics.ts'
import { numberArray } from '../../database/arrays.ts'
import { chunksOf } from '../../database/chunks.ts'
import { afterTransaction, type Sql, type Transaction } from '../../database/database.ts'
import { GatheredWrites } from '../../database/gathered-writes.ts'
import type { Announcer } from '../announcer.ts'
import { type Changed, EVERY_CLIENT, formatChanged, type Scope } from './changed-scopes.ts'

/** Changes within this time are announced together. */
const GATHER_MS = 250

/** For how long somebody is believed to watch; nodes repeat it three times within that. */
export const BELIEVED_MS = 60_000

/** How soon after a node hears announcements those who watch have answered it. */
const ANSWERED_MS = 5_000

/** Messages of one gathering whose clients are looked up; of more, everyone who watches is told. */
const MOST_MESSAGES = 5_000
const MESSAGES_AT_ONCE = 1_000

export interface ChangeNotesOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly announcer: Pick<Announcer, 'announce'>
}

/** Something of a client has changed. */
export interface ClientChange {
  readonly subject: ChangeSubject
  readonly clientId: number
  /** Absent: it concerns users of any channel. */
  readonly channelId?: number | undefined
}

type Owner = Omit<ClientChange, 'subject'>

interface Noted {
  readonly subject: ChangeSubject
  readonly clientId: number
  /** Undefined: any. */
  channels: Set<number> | undefined
}

/**
 * Announces what changes on this node to those who watch it, on any node. While none do, a note costs a comparison,
 * and is forgotten. Notes are made after the commit, for a batch at a time, and announced together.
 *
 * Who does not hear who watches announces everything: a command of the command line, and a node whose connection for
 * announcements is not there.
 */
export class ChangeNotes {
  readonly #options: ChangeNotesOptions
  readonly #writes: GatheredWrites
  /** Until when each is believed to be watched. */
  readonly #watched = new Map<Scope, number>()
  #watchedUntil = 0
  /** Until then, it is not known who watches. */
  #unknownUntil = Number.POSITIVE_INFINITY
  #noted = new Map<string, Noted>()
  #everywhere = new Set<ChangeSubject>()
  #messages: (readonly number[])[] = []

  constructor(options: ChangeNotesOptions) {
    this.#options = options
    this.#writes = new GatheredWrites({
      clock: options.clock,
      gatherMs: GATHER_MS,
      isWaiting: () => this.#noted.size + this.#everywhere.size + this.#messages.length > 0,
      write: () => this.#write(),
    })
  }

  /** Whether a note may interest anybody: without that, nothing has to be gathered for one. */
  get isWatched(): boolean {
    return this.#isUnknown || this.#watchedUntil > this.#options.clock.now()
  }

  /** Whether this node hears who watches. */
  hears(isHearing: boolean): void {
    this.#unknownUntil = isHearing ? this.#options.clock.now() + ANSWERED_MS : Number.POSITIVE_INFINITY
  }

  /** Some node has said that these are watched. */
  watch(scopes: readonly Scope[]): void {
    const until = this.#options.clock.now() + BELIEVED_MS
    for (const scope of scopes) this.#watched.set(scope, until)
    if (scopes.length > 0) this.#watchedUntil = until
  }

  note(change: ClientChange): void {
    if (!this.isWatched) return
    if (!this.#mayWatch(change.clientId) && !this.#mayWatch(EVERY_CLIENT)) return
    add(this.#noted, change)
    this.#writes.plan()
  }

  /** Something that is the same for all who follow it has changed. */
  noteEverywhere(subject: ChangeSubject): void {
    if (!this.isWatched) return
    this.#everywhere.add(subject)
    this.#writes.plan()
  }

  /** The same, for what only those follow who see what all clients have. */
  noteForOperators(subject: ChangeSubject): void {
    if (this.#mayWatch(EVERY_CLIENT)) this.noteEverywhere(subject)
  }

  /** The same, once the transaction is committed. */
  noteEverywhereAfter(tx: Transaction, subject: ChangeSubject): void {
    afterTransaction(tx, (isCommitted) => {
      if (isCommitted) this.noteEverywhere(subject)
    })
  }

  /** Messages have another state. Their clients are looked up here, once for all that are gathered. */
  noteMessages(smsIds: readonly number[]): void {
    if (smsIds.length === 0 || !this.isWatched) return
    this.#messages.push(smsIds)
    this.#writes.plan()
  }

  /** The same, once the transaction is committed. */
  noteMessagesAfter(tx: Transaction, smsIds: readonly number[]): void {
    if (smsIds.length === 0 || !this.isWatched) return
    afterTransaction(tx, (isCommitted) => {
      if (isCommitted) this.noteMessages(smsIds)
    })
  }

  /** Announces what is left at once. */
  stop(): Promise<void> {
    return this.#writes.stop()
  }

  async #write(): Promise<void> {
    const smsIds = this.#messages.flat()
    const everywhere = this.#everywhere
    const noted = this.#noted
    this.#messages = []
    this.#everywhere = new Set()
    this.#noted = new Map()
    this.#forgetOld()
    if (smsIds.length > 0) await this.#addClientsOf(smsIds, noted)
    const { announcer } = this.#options
    const subjects = new Set([...noted.values()].map(({ subject }) => subject))
    if (smsIds.length > 0) subjects.add('messages')
    const changes: Changed[] = [...everywhere].map((subject) => ({ subject }))
    if (this.#mayWatch(EVERY_CLIENT)) for (const subject of subjects) changes.push({ subject, scope: EVERY_CLIENT })
    for (const { subject, clientId, channels } of noted.values())
      if (this.#mayWatch(clientId)) changes.push({ subject, scope: clientId, channels: channels && [...channels] })
    for (const argument of changes.flatMap(formatChanged)) announcer.announce(TOPICS.changed, argument)
  }

  #mayWatch(scope: Scope): boolean {
    return this.#watched.has(scope) || this.#isUnknown
  }

  get #isUnknown(): boolean {
    return this.#unknownUntil > this.#options.clock.now()
  }

  #forgetOld(): void {
    const now = this.#options.clock.now()
    for (const [scope, until] of this.#watched) if (until <= now) this.#watched.delete(scope)
  }

  /** Where it is not known whose messages they are, all who watch are told: they look, and find nothing new. */
  async #addClientsOf(smsIds: readonly number[], noted: Map<string, Noted>): Promise<void> {
    const clientIds = [...this.#watched.keys()].filter((scope) => scope !== EVERY_CLIENT)
    const isUnknown = this.#isUnknown
    if (clientIds.length === 0 && !isUnknown) return
    const found = smsIds.length > MOST_MESSAGES ? undefined : await this.#find(smsIds, isUnknown ? null : clientIds)
    for (const owner of found ?? clientIds.map((clientId) => ({ clientId })))
      add(noted, { subject: 'messages', ...owner })
  }

  /** @param clientIds those whose messages are sought; null: all */
  async #find(smsIds: readonly number[], clientIds: readonly number[] | null): Promise<readonly Owner[] | undefined> {
    const { sql, logger } = this.#options
    try {
      const found: Owner[] = []
      for (const some of chunksOf(smsIds, MESSAGES_AT_ONCE))
        found.push(
          ...(await sql<Owner[]>`
            select distinct client_id as "clientId", channel_id as "channelId" from message
            where ${among(sql, 'sms_id', some)}
              and ${clientIds === null ? sql`true` : sql`client_id = any(${numberArray(clientIds)}::bigint[])`}`),
        )
      return found
    } catch (error) {
      logger.debug({ err: error }, 'it is not known whose messages have changed; all who watch are told')
      return undefined
    }
  }
}

function add(all: Map<string, Noted>, { subject, clientId, channelId }: ClientChange): void {
  const key = `${subject} ${clientId}`
  const noted = all.get(key)
  if (channelId === undefined) all.set(key, { subject, clientId, channels: undefined })
  else if (noted === undefined) all.set(key, { subject, clientId, channels: new Set([channelId]) })
  else noted.channels?.add(channelId)
}
