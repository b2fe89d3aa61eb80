import type { ContactFilter, ContactPage, ContactRecord, Contacts, Principal } from '@heliograph/contracts'
import {
  numberBeginning,
  readContactNumber,
  readContactNumbers,
  readDrafts,
  wordBeginnings,
} from '@heliograph/messaging'
import { toServiceError } from '../database/database-errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Searches, SearchTools } from '../database/searches.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'
import { type ContactStatusOptions, createContactStatus } from './contact-status.ts'
import { findFieldNames, selectContactValues } from './contact-values.ts'
import { endAllWaiting } from './end-waiting.ts'
import { type NameSearch, searchBy, selectRarest } from './name-search.ts'
import { removeContacts } from './remove-contacts.ts'
import { saveContacts } from './save-contacts.ts'
import { mapRowToContact, type Place, selectByNumbers, selectContacts } from './select-contacts.ts'
import { storableDraft } from './storable-draft.ts'

/** Index entries that one statement looks at. */
const STEP_ENTRIES = 20_000
/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000
const MOST_RECORDS = 1_000

export interface ContactsOptions extends ContactStatusOptions {
  readonly searches: Searches
  readonly stepEntries?: number
}

/** Creates the `Contacts` service. */
export function createContacts(options: ContactsOptions): Contacts {
  const { sql, searches, stepEntries = STEP_ENTRIES } = options

  async function find(
    { clientId, country }: Principal,
    filter: ContactFilter,
    { take }: SearchTools,
  ): Promise<ContactPage> {
    const endsAt = performance.now() + SEARCH_MS
    const limit = Math.min(Math.max(filter.limit, 1), MOST_RECORDS)
    let after = filter.after === undefined ? undefined : parsePlace(filter.after)
    const name = await readName(clientId, filter, after, take)
    const selection = { clientId, ...readFilter(filter, country), name }
    const records: ContactRecord[] = []
    while (true) {
      const limits = { entries: stepEntries, contacts: limit - records.length }
      const rows = await take(({ sql: on, run }) => run(selectContacts(on, { ...selection, after }, limits)))
      const found = rows.filter((row) => row.mobile !== null)
      records.push(...found.map(mapRowToContact))
      const [standing] = rows
      const last = found.at(-1)
      if (standing === undefined) return { records, next: undefined }
      if (last !== undefined && standing.found > found.length)
        return { records, next: formatPlace({ words: last.words, mobile: last.mobile }) }
      if (standing.looked_to === null) return { records, next: undefined }
      after = { words: standing.looked_words, mobile: standing.looked_to }
      if (records.length === limit || performance.now() >= endsAt) return { records, next: formatPlace(after) }
    }
  }

  return {
    ...createContactStatus(options),
    count: ({ clientId }, { signal } = {}) =>
      searches.run(clientId, signal, async ({ take }) => {
        const [row] = await take(({ sql: on, run }) =>
          run(on<{ contacts: number }[]>`
            select count(*)::integer as contacts from phonebook where client_id = ${clientId}::bigint`),
        )
        return (row as { contacts: number }).contacts
      }),
    find: (principal, filter, { signal } = {}) =>
      searches.run(principal.clientId, signal, (tools) => find(principal, filter, tools)),
    values: async ({ clientId }, mobiles) => [...(await serviceAnswer(selectContactValues(sql, clientId, mobiles)))],
    fieldNames: ({ clientId }, { signal } = {}) => findFieldNames(searches, clientId, signal),
    async get({ clientId, country }, given) {
      const mobile = readContactNumber(given, country)
      const [row] = await serviceAnswer(selectByNumbers(sql, clientId, [mobile]))
      return row && mapRowToContact(row)
    },
    async save({ clientId, country }, given) {
      const drafts = readDrafts(given.map(storableDraft), country)
      if (drafts.contacts.length === 0) return drafts.outcomes(new Map())
      try {
        const { outcomes, ended } = await inTransaction(sql, (tx) =>
          saveContacts(tx, options, clientId, drafts.contacts),
        )
        for (const { key, page } of ended) await endAllWaiting(options, key, page)
        return drafts.outcomes(outcomes)
      } catch (error) {
        throw toServiceError(error)
      }
    },
    async remove({ clientId, country }, given) {
      const mobiles = readContactNumbers(given, country)
      const at = new Date(options.clock.now())
      try {
        return await inTransaction(sql, (tx) => removeContacts(tx, clientId, mobiles, at))
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

/** A search goes on with the word that it began with. */
async function readName(
  clientId: number,
  { name = '' }: ContactFilter,
  after: Place | undefined,
  take: SearchTools['take'],
): Promise<NameSearch | undefined> {
  const beginnings = wordBeginnings(storableText(name))
  const [only] = beginnings
  if (only === undefined) return undefined
  if (beginnings.length === 1) return searchBy(only, beginnings)
  const begun = beginnings.find((word) => after?.words.startsWith(word))
  if (begun !== undefined) return searchBy(begun, beginnings)
  const [rarest] = await take(({ sql, run }) => run(selectRarest(sql, clientId, beginnings)))
  return searchBy(rarest?.word ?? only, beginnings)
}

function readFilter({ number = '', groupId, status }: ContactFilter, country: string) {
  return {
    number: numberBeginning(number, country),
    // An id that is no safe integer becomes 0, which no group has.
    groupId: groupId === undefined || Number.isSafeInteger(groupId) ? groupId : 0,
    isOptedOut: status === undefined ? undefined : status === 'opted-out',
  }
}

/** A blank separates the two, since numbers have none. */
function formatPlace({ words, mobile }: Place): string {
  return words === '' ? mobile : `${mobile} ${words}`
}

function parsePlace(text: string): Place {
  const [mobile = '', ...words] = storableText(text).split(' ')
  return { mobile, words: words.join(' ') }
}
