import { createAddressList } from '@heliograph/messaging'
import type { SmppConfig } from './config.ts'

/** The settings for the sessions of one user. */
export interface UserSettings {
  readonly bindsPerUser: number
  /** 0 for no limit. */
  readonly submitsPerSecond: number
  /** Whether the user may bind from this address. */
  mayBindFrom(address: string): boolean
}

/** The configured settings, by user. */
export interface UserSettingsTable {
  /** Whether binds from this address are allowed at all. */
  mayBindFrom(address: string): boolean
  /** `email` in lower case. */
  of(email: string): UserSettings
}

/**
 * Throws an `Error` that names the first entry which is neither an address nor a network, or the user who is listed
 * twice.
 */
export function createUserSettings(config: SmppConfig): UserSettingsTable {
  const mayBindFrom = createAddressCheck(config.allowFrom)
  const general: UserSettings = {
    bindsPerUser: config.bindsPerUser,
    submitsPerSecond: config.submitsPerSecond,
    mayBindFrom,
  }
  const own = new Map<string, UserSettings>()
  for (const user of config.users) {
    const email = user.systemId.toLowerCase()
    if (own.has(email)) throw new Error(`users lists ${user.systemId} twice`)
    const isAllowed = createAddressCheck(user.allowFrom ?? [])
    own.set(email, {
      bindsPerUser: user.bindsPerUser ?? general.bindsPerUser,
      submitsPerSecond: user.submitsPerSecond ?? general.submitsPerSecond,
      mayBindFrom: (address) => mayBindFrom(address) && isAllowed(address),
    })
  }
  return { mayBindFrom, of: (email) => own.get(email) ?? general }
}

/** An empty list admits every address. */
function createAddressCheck(entries: readonly string[]): (address: string) => boolean {
  return entries.length === 0 ? () => true : createAddressList(entries)
}
