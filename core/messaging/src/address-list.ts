import { BlockList, isIP } from 'node:net'

/**
 * Membership in a list of addresses and networks (CIDR), of either version. Texts that are not addresses are in none.
 *
 * Throws an `Error` that names the first entry that is neither.
 */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) addEntry(list, entry)
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (version === 0 || rest.length > 0 || !(length <= bits))
    throw new Error(`'${entry}' is neither an address nor a network`)
  list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
}
