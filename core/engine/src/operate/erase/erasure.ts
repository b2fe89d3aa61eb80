import { type Clock, GatewayError } from '@heliograph/contracts'
import type { ErasedContacts } from '../../accounts/erased-contacts.ts'
import type { ShortLinkKeeper } from '../../accounts/short-links.ts'
import { type ContactKey, findContact } from '../../contacts/contacts.ts'
import type { Sql } from '../../database/database.ts'
import { toServiceError } from '../../database/database-errors.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { findArchiveFiles } from '../archive/archive.ts'
import { eraseIncoming, eraseMessages } from './erase-messages.ts'
import { eraseCommon, eraseContact, eraseTraces } from './erase-traces.ts'
import { eraseUploads } from './erase-uploads.ts'
import { countOpen } from './find-open.ts'

/** After this time every node knows a new hash: it was announced, and nodes cache hashes for half a second only. */
const KNOWN_MS = 1_000

/** What was removed of a number. */
export interface ErasedNumber {
  readonly messages: number
  readonly incoming: number
  readonly uploadRows: number
  /** The clients whose messages to it are still refused, because it had opted out. */
  readonly optedOutOf: readonly number[]
  /** Files of the archive with rows of these clients. They may contain the number: nothing is removed from files. */
  readonly archives: readonly string[]
}

export interface Erasure {
  /**
   * Removes a number from everything that is kept for one client; null: for all clients, and what belongs to none.
   * Where the number had opted out, a keyed hash of it stays, by which messages to it are refused as before. After an
   * error it may be called again, and continues.
   *
   * Throws `conflict`/`contact-busy` while messages to the number, or SMS from it, are on their way: what a network has
   * cannot be taken back, and its receipt has to find the message and notify the client. In that case nothing has been
   * removed; only when they arrived during the erasure has what is older gone.
   */
  erase(clientId: number | null, mobile: string): Promise<ErasedNumber>
  /** Whether messages of the client to a number are refused though it was erased. */
  isKeptOut(contact: ContactKey): Promise<boolean>
}

export interface ErasureOptions {
  /** Its statements may take a minute. */
  readonly sql: Sql
  readonly clock: Clock
  readonly erased: ErasedContacts
  readonly links: Pick<ShortLinkKeeper, 'forget'>
  /** For clients without a country of their own. */
  readonly defaultCountry: string
}

export function createErasure({ sql, clock, erased, links, defaultCountry }: ErasureOptions): Erasure {
  /** The hash comes first and the opt-out goes last, so that there is no moment without either. */
  async function keepOut(contact: ContactKey): Promise<void> {
    const isOptedOut = await inTransaction(sql, async (tx) => {
      if ((await findContact(tx, contact, true))?.status !== 0) return false
      await erased.add(tx, contact)
      return true
    })
    erased.invalidate()
    if (isOptedOut) await new Promise<void>((resolve) => clock.after(KNOWN_MS, resolve))
  }

  async function eraseAt(clientId: number, mobile: string, country: string) {
    const contact = { clientId, mobile }
    await keepOut(contact)
    const messages = await eraseMessages(sql, contact)
    const incoming = await eraseIncoming(sql, clientId, mobile)
    const uploadRows = await eraseUploads(sql, contact, country)
    await eraseTraces(sql, contact)
    await requireIdle(clientId, mobile)
    await inTransaction(sql, async (tx) => {
      await links.forget(tx, contact)
      await eraseContact(tx, contact)
    })
    return { messages, incoming, uploadRows, isOptedOut: (await erased.among(sql, [contact])).length > 0 }
  }

  async function requireIdle(clientId: number | null, mobile: string): Promise<void> {
    const open = await countOpen(sql, clientId, mobile)
    if (open > 0) throw isBusy(open)
  }

  return {
    async erase(clientId, mobile) {
      try {
        await requireIdle(clientId, mobile)
        const clients = await sql<{ client_id: number; country: string }[]>`
          select client_id, coalesce(country, ${defaultCountry}) as country from client
          where client_id = coalesce(${clientId}::bigint, client_id) order by client_id`
        let [messages, incoming, uploadRows] = [0, 0, 0]
        const optedOutOf: number[] = []
        for (const { client_id: id, country } of clients) {
          const gone = await eraseAt(id, mobile, country)
          messages += gone.messages
          incoming += gone.incoming
          uploadRows += gone.uploadRows
          if (gone.isOptedOut) optedOutOf.push(id)
        }
        if (clientId === null) incoming += await eraseIncoming(sql, null, mobile)
        await eraseCommon(sql, mobile)
        return { messages, incoming, uploadRows, optedOutOf, archives: await findArchiveFiles(sql, clientId) }
      } catch (error) {
        throw toServiceError(error)
      }
    },
    isKeptOut: async (contact) => (await erased.among(sql, [contact])).length > 0,
  }
}

function isBusy(open: number): GatewayError {
  return new GatewayError(
    'conflict',
    'contact-busy',
    `${open} messages, SMS or webhooks about this number are on their way. Opt it out, which ends the messages that wait, and erase it once the rest has ended.`,
  )
}
