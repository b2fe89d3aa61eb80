import type { ChangeSubject } from '@heliograph/contracts'
import { chunksOf } from '../../database/chunks.ts'

/** Whose changes: those of a client, by its id, or of all clients. */
export type Scope = number | typeof EVERY_CLIENT

/** In the place of a client, for those who follow what all have. */
export const EVERY_CLIENT = '*'

/** In the place of a client, for what concerns all who follow the subject. */
const EVERYONE = 'all'

/** Ids that one announcement names: Postgres takes 8,000 octets. */
const IDS_AT_ONCE = 400

/** What is announced about a subject. */
export interface Changed {
  readonly subject: ChangeSubject
  /** Undefined: all followers of the subject are told. */
  readonly scope?: Scope | undefined
  /** Those that the change is about; undefined: it may be about any. */
  readonly channels?: readonly number[] | undefined
}

/** The arguments of announcements: the subject, whose it is and, where they are known, the channels. */
export function formatChanged({ subject, scope, channels }: Changed): readonly string[] {
  const about = `${subject} ${scope ?? EVERYONE}`
  if (channels === undefined) return [about]
  return [...chunksOf(channels, IDS_AT_ONCE)].map((some) => `${about} ${some.join()}`)
}

export function readChanged(argument: string): Changed {
  const [subject, scope = EVERYONE, channels] = argument.split(' ')
  return {
    subject: subject as ChangeSubject,
    scope: scope === EVERYONE ? undefined : readScope(scope),
    channels: channels?.split(',').map(Number),
  }
}

/** The arguments that name all of these. */
export function formatScopes(scopes: readonly Scope[]): readonly string[] {
  return [...chunksOf(scopes, IDS_AT_ONCE)].map((some) => some.join())
}

export function readScopes(argument: string): readonly Scope[] {
  return argument === '' ? [] : argument.split(',').map(readScope)
}

function readScope(text: string): Scope {
  return text === EVERY_CLIENT ? EVERY_CLIENT : Number(text)
}
