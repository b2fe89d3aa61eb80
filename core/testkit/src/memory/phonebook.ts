import { isDeepStrictEqual } from 'node:util'
import type {
  ContactFilter,
  ContactGroups,
  ContactProblem,
  ContactRecord,
  Contacts,
  SaveOutcome,
} from '@heliograph/contracts'
import {
  type CheckedContact,
  decideUndo,
  hasWords,
  MAX_GROUPS,
  nameWords,
  numberBeginning,
  readContactNumber,
  readContactNumbers,
  readDrafts,
  tidy,
  wordBeginnings,
} from '@heliograph/messaging'
import { createGroups, showGroup } from './contact-groups.ts'
import type { EngineParts } from './memory-services.ts'
import { changeSubscription } from './subscription-changes.ts'

const MOST_FIELD_NAMES = 200

type Noted = Pick<ContactRecord, 'name' | 'email' | 'fields' | 'addedAt' | 'changedAt'>

/** Phonebooks of the double. The contacts' own choices are in the double's `Contacts`. */
export function createPhonebook(parts: EngineParts): { readonly contacts: Contacts; readonly groups: ContactGroups } {
  const { clock, contacts: chosen } = parts
  /** By client and number. */
  const noted = new Map<number, Map<string, Noted>>()
  const groups = createGroups(isKnown)

  function notesOf(clientId: number): Map<string, Noted> {
    const notes = noted.get(clientId) ?? new Map<string, Noted>()
    noted.set(clientId, notes)
    return notes
  }

  /** Asked for each contact of a list, so it makes no list itself. */
  function isKnown(clientId: number, mobile: string): boolean {
    return notesOf(clientId).has(mobile) || chosen.find(clientId, mobile) !== undefined
  }

  function forget(clientId: number, mobile: string): void {
    for (const group of groups.of(clientId)) group.members.delete(mobile)
    notesOf(clientId).delete(mobile)
  }

  function numbersOf(clientId: number): readonly string[] {
    return [...new Set([...notesOf(clientId).keys(), ...chosen.numbersOf(clientId)])]
  }

  function recordOf(clientId: number, mobile: string): ContactRecord {
    const subscription = chosen.find(clientId, mobile)
    const at = subscription?.changedAt ?? new Date(clock.now())
    const own = groups.of(clientId).filter(({ members }) => members.has(mobile))
    return {
      mobile,
      name: '',
      email: '',
      fields: {},
      addedAt: at,
      changedAt: at,
      ...notesOf(clientId).get(mobile),
      groups: own.map(showGroup),
      subscription,
    }
  }

  function findProblem(clientId: number, contact: CheckedContact): ContactProblem | undefined {
    if (contact.status === 'opted-in' && chosen.find(clientId, contact.mobile)?.status === 'opted-out')
      return { code: 'opted-out', text: 'has opted out; a list cannot opt it in again' }
    const fresh = contact.groups.filter((name) => groups.named(clientId, name) === undefined)
    if (fresh.length > 0 && groups.of(clientId).length + fresh.length > MAX_GROUPS)
      return { code: 'too-many-groups', text: 'there are too many groups already' }
    return undefined
  }

  function saveOne(clientId: number, contact: CheckedContact): SaveOutcome {
    const { mobile, status } = contact
    const problem = findProblem(clientId, contact)
    if (problem !== undefined) return { mobile, result: 'refused', problem }
    const isNew = !isKnown(clientId, mobile)
    const before = recordOf(clientId, mobile)
    if (status !== undefined && before.subscription?.status !== status)
      changeSubscription(parts, clientId, mobile, status, { kind: 'import' })
    for (const name of contact.groups) {
      const group = groups.named(clientId, name) ?? groups.add(clientId, tidy(name))
      group.members.add(mobile)
    }
    const at = new Date(clock.now())
    const { name, email, fields, addedAt } = before
    const notes = { name: contact.name ?? name, email: contact.email ?? email, fields: contact.fields ?? fields }
    if (isNew || !isDeepStrictEqual(notes, { name, email, fields }))
      notesOf(clientId).set(mobile, { ...notes, addedAt, changedAt: at })
    const after = recordOf(clientId, mobile)
    return { mobile, result: isNew ? 'added' : isDeepStrictEqual(before, after) ? 'unchanged' : 'changed' }
  }

  const contacts: Contacts = {
    count: async ({ clientId }) => numbersOf(clientId).length,
    async find({ clientId, country }, filter) {
      const fitting = numbersOf(clientId)
        .map((mobile) => recordOf(clientId, mobile))
        .filter((record) => fits(record, filter, country))
        .map((record) => ({ record, place: placeOf(record, filter) }))
        .sort((a, b) => (a.place < b.place ? -1 : 1))
        .filter(({ place }) => filter.after === undefined || place > filter.after)
      const page = fitting.slice(0, Math.max(1, filter.limit))
      return {
        records: page.map(({ record }) => record),
        next: fitting.length > page.length ? page.at(-1)?.place : undefined,
      }
    },
    async values({ clientId }, mobiles) {
      const known = mobiles.filter((mobile) => isKnown(clientId, mobile))
      return known.map((mobile) => {
        const { name, email, fields } = recordOf(clientId, mobile)
        return { mobile, name, email, fields }
      })
    },
    async fieldNames({ clientId }) {
      const names = [...notesOf(clientId).values()].flatMap(({ fields }) => Object.keys(fields))
      return [...new Set(names)].sort().slice(0, MOST_FIELD_NAMES)
    },
    async get({ clientId, country }, given) {
      const mobile = readContactNumber(given, country)
      return isKnown(clientId, mobile) ? recordOf(clientId, mobile) : undefined
    },
    async save({ clientId, country }, given) {
      const drafts = readDrafts(given, country)
      return drafts.outcomes(
        new Map(drafts.contacts.map((contact) => [contact.mobile, saveOne(clientId, contact)] as const)),
      )
    },
    async remove({ clientId, country }, given) {
      const mobiles = readContactNumbers(given, country).filter((mobile) => isKnown(clientId, mobile))
      for (const mobile of mobiles) forget(clientId, mobile)
      return mobiles.length
    },
    async setStatus({ clientId, userId, country }, given, status) {
      const mobile = readContactNumber(given, country)
      return changeSubscription(parts, clientId, mobile, status, { kind: 'user', userId })
    },
    async audit({ clientId, country }, given, { limit, before = Number.MAX_SAFE_INTEGER }) {
      const trail = chosen.trailOf(clientId, readContactNumber(given, country))
      const fitting = trail.filter(({ entryId }) => entryId < before).reverse()
      const entries = fitting.slice(0, limit)
      return { entries, next: fitting.length > entries.length ? entries.at(-1)?.entryId : undefined }
    },
    async undo({ clientId, userId, country }, given, changedAt) {
      const mobile = readContactNumber(given, country)
      const hasOptedOut = chosen.trailOf(clientId, mobile).some(({ status }) => status === 'opted-out')
      const status = decideUndo(chosen.find(clientId, mobile), changedAt, hasOptedOut)
      return changeSubscription(parts, clientId, mobile, status, { kind: 'undo', userId }).subscription
    },
  }
  return { contacts, groups: groups.service }
}

function fits(record: ContactRecord, { number, name, groupId, status }: ContactFilter, country: string): boolean {
  return (
    record.mobile.startsWith(numberBeginning(number ?? '', country)) &&
    hasWords(record.name, wordBeginnings(name ?? '')) &&
    (groupId === undefined || record.groups.some((group) => group.groupId === groupId)) &&
    (status === undefined || (record.subscription?.status ?? 'opted-in') === status)
  )
}

/** The position of a record in the order of a search. */
function placeOf({ mobile, name }: ContactRecord, filter: ContactFilter): string {
  const [beginning] = wordBeginnings(filter.name ?? '')
  if (beginning === undefined) return mobile
  const words = nameWords(name)
  return `${words.slice(words.findIndex((word) => word.startsWith(beginning))).join(' ')} ${mobile}`
}
