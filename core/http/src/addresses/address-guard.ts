import ipaddr from 'ipaddr.js'
import { type IpAddress, type IpNetwork, isInNetwork, parseIpAddress, parseIpNetwork } from './ip-address.ts'

/** Returns the reason why the gateway must not call an address, or undefined when it may. */
export type AddressGuard = (address: string) => string | undefined

type Range = readonly [network: IpNetwork, reason: string]

/**
 * Never opened, because they hand out the machine's own credentials: cloud metadata services, and the link-local range
 * where most of them live.
 */
const FORBIDDEN = ranges({
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  'a metadata service': [
    '100.100.100.200/32', // Alibaba Cloud
    '168.63.129.16/32', // Azure
    '192.0.0.192/32', // Oracle Cloud
    'fd00:ec2::/32', // Amazon
    'fd20:ce::/32', // Google
  ],
})

/**
 * Refused unless opened: the IANA special-purpose registries (RFC 6890 and its updates), multicast and unassigned
 * ranges.
 */
const CLOSED = ranges({
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  'carrier-grade NAT': ['100.64.0.0/10'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  reserved: [
    '192.0.0.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '240.0.0.0/4',
    '2001::/23', // Teredo and other protocol assignments
    '::/3', // everything outside 2000::/3
    '4000::/2',
    '8000::/1',
  ],
})

/** IPv6 addresses that stand for an IPv4 address, and the octet at which it begins. */
const EMBEDDINGS: readonly (readonly [network: IpNetwork, offset: number])[] = [
  [parseIpNetwork('::ffff:0:0/96'), 12], // mapped, RFC 4291
  [parseIpNetwork('64:ff9b::/96'), 12], // NAT64, RFC 6052
  [parseIpNetwork('2002::/16'), 2], // 6to4, RFC 3056
]

/**
 * `allowNetworks` opens ranges that are closed otherwise, except link-local and metadata addresses. An IPv6 address
 * that embeds an IPv4 address is judged by the latter. Throws an `Error` for a text that is not a network.
 */
export function createAddressGuard(allowNetworks: readonly string[]): AddressGuard {
  const allowed = allowNetworks.map(parseIpNetwork)
  const judge = (address: IpAddress): string | undefined => {
    const forbidden = reasonIn(FORBIDDEN, address)
    if (forbidden !== undefined) return forbidden
    const embedded = embeddedIpv4(address)
    if (embedded !== undefined) return judge(embedded)
    return allowed.some((network) => isInNetwork(address, network)) ? undefined : reasonIn(CLOSED, address)
  }
  return (text) => {
    const address = parseIpAddress(text)
    return address === undefined ? 'not an address' : judge(address)
  }
}

function embeddedIpv4(address: IpAddress): IpAddress | undefined {
  const embedding = EMBEDDINGS.find(([network]) => isInNetwork(address, network))
  return embedding && new ipaddr.IPv4(address.toByteArray().slice(embedding[1], embedding[1] + 4))
}

function reasonIn(list: readonly Range[], address: IpAddress): string | undefined {
  return list.find(([network]) => isInNetwork(address, network))?.[1]
}

function ranges(byReason: Readonly<Record<string, readonly string[]>>): readonly Range[] {
  return Object.entries(byReason).flatMap(([reason, networks]) =>
    networks.map((network): Range => [parseIpNetwork(network), reason]),
  )
}
