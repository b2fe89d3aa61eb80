import { type ClientNetworks, type Door, GatewayError } from '@heliograph/contracts'
import { createAddressList } from '@heliograph/messaging'

/** Entries of a list. */
const MOST_NETWORKS = 100

/** Whether a client's credentials are accepted at a door, from an address; undefined: it is not known. */
export type Admits = (door: Door, address: string | undefined) => boolean

const ANYWHERE: Admits = () => true

/** Reads the lists once, so that a request costs a look-up. Throws an `Error` for an entry that is no network. */
export function admissionOf({ programs, portal }: ClientNetworks): Admits {
  if (programs.length === 0 && portal.length === 0) return ANYWHERE
  const lists = { programs: listOf(programs), portal: listOf(portal) }
  return (door, address) => lists[door](address)
}

function listOf(entries: readonly string[]): (address: string | undefined) => boolean {
  if (entries.length === 0) return () => true
  const has = createAddressList(entries)
  return (address) => address !== undefined && has(address)
}

/**
 * The lists as they are stored: each entry once, without spaces around it. Throws `invalid`/`invalid-settings` for one
 * that is neither an address nor a network.
 */
export function readNetworks(given: ClientNetworks): ClientNetworks {
  const details: Record<string, string> = {}
  const read = (name: keyof ClientNetworks) => {
    const entries = [...new Set(given[name].map((entry) => entry.trim()).filter((entry) => entry !== ''))]
    const fault = faultOf(entries)
    if (fault !== undefined) details[name] = fault
    return entries
  }
  const networks = { programs: read('programs'), portal: read('portal') }
  if (Object.keys(details).length === 0) return networks
  throw new GatewayError('invalid', 'invalid-settings', 'Some settings are wrong', { details })
}

function faultOf(entries: readonly string[]): string | undefined {
  if (entries.length > MOST_NETWORKS) return `has more than ${MOST_NETWORKS} entries`
  try {
    createAddressList(entries)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}
