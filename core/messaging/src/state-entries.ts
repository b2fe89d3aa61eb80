import { GatewayError, type StateEntry, type StateIncrement, type StateListOptions } from '@heliograph/contracts'

const MAX_KEY = 200
const MAX_VALUE = 10_000
const DEFAULT_PAGE = 100
const MAX_PAGE = 500

/** What to add to an entry, without defaults. */
export type CheckedIncrement = Required<StateIncrement> & { readonly by: number }

/** Which entries to list, without defaults. */
export interface CheckedList {
  readonly prefix: string
  /** Before all keys: an empty text. */
  readonly after: string
  readonly limit: number
}

/** Throws `invalid`/`bad-state-entry` for an entry whose key or value has a length that cannot be stored. */
export function checkStateEntry({ key, value }: StateEntry): void {
  if (key.length === 0 || key.length > MAX_KEY) throw badEntry(`A key must have 1 to ${MAX_KEY} characters`)
  if (value.length > MAX_VALUE) throw badEntry(`A value must have at most ${MAX_VALUE} characters`)
}

/** Throws `invalid`/`bad-state-entry` for a key that cannot be stored, and for what is no whole number. */
export function checkStateIncrement({ key, by = 1, expiresAt }: StateIncrement): CheckedIncrement {
  checkStateEntry({ key, value: '', expiresAt })
  if (!Number.isSafeInteger(by)) throw badEntry('Only whole numbers can be added')
  return { key, by, expiresAt }
}

/** Throws `invalid`/`bad-state-list` for a page that is too small or too large. */
export function checkStateList({ prefix = '', after = '', limit = DEFAULT_PAGE }: StateListOptions): CheckedList {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return { prefix, after, limit }
  throw new GatewayError('invalid', 'bad-state-list', `A page has 1 to ${MAX_PAGE} entries`)
}

/** The error of an addition to an entry that holds no number, or too large a one. */
export function stateNotANumber(): GatewayError {
  return new GatewayError('conflict', 'state-not-a-number', 'The entry is not a number, so nothing can be added to it')
}

/** Throws a `TypeError` for a request whose messages a change of state cannot go with. */
export function requireOneMessage(destinations: number, messageId: string | null | undefined): void {
  const hasId = messageId !== null && messageId !== undefined
  if (destinations !== 1 || hasId) throw new TypeError('A change of state goes with one message without a messageId')
}

/** The error of a request with a change of an entry that is not what the change expects. */
export function stateChanged(): GatewayError {
  return new GatewayError('conflict', 'state-changed', 'What this message depends on has changed meanwhile')
}

function badEntry(text: string): GatewayError {
  return new GatewayError('invalid', 'bad-state-entry', text)
}
