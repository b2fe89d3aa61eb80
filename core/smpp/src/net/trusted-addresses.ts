import { BlockList, isIP } from 'node:net'

/** Tells whether an address is one of those given, or in one of the networks. Throws `RangeError` for what is neither address nor CIDR network. */
export function trustedAddresses(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix, ...more] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix)
    const isNetwork = more.length === 0 && /^\d+$/.test(prefix ?? '0') && bits <= (family === 'ipv6' ? 128 : 32)
    if (isIP(address) === 0 || !isNetwork) {
      throw new RangeError(`${network} is neither an address nor a network`)
    }
    list.addSubnet(address, bits, family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address that a dual-stack socket shows in its IPv6 form, as people write it. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
