import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** A range of addresses: `10.0.0.0/8`, `fd00::/8`. */
export interface IpNetwork {
  readonly address: IpAddress
  readonly prefixLength: number
}

/**
 * An address from its text, a zone (`%eth0`) dropped; undefined when it is not an address. Only the dotted form of IPv4
 * counts: other spellings (`0x7f.1`, `2130706433`) are host names here, and the URL parser has already turned them into
 * the dotted form.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const address = text.split('%', 1)[0] as string
  return isIP(address) === 0 ? undefined : ipaddr.parse(address)
}

/** Parses `address/prefix`, or an address alone. Throws an `Error` that names the text. */
export function parseIpNetwork(text: string): IpNetwork {
  const [start = '', prefix, ...rest] = text.split('/')
  const address = parseIpAddress(start)
  const bits = address?.kind() === 'ipv4' ? 32 : 128
  const prefixLength = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (address === undefined || rest.length > 0 || !(prefixLength <= bits)) {
    throw new Error(`'${text}' is not a network; write an address and a prefix length, for example 10.1.0.0/16`)
  }
  return { address, prefixLength }
}

export function isInNetwork(address: IpAddress, { address: start, prefixLength }: IpNetwork): boolean {
  return address.kind() === start.kind() && address.match(start as ipaddr.IPv4 & ipaddr.IPv6, prefixLength)
}

/** True for `::ffff:a.b.c.d`, the form in which a dual-stack socket shows IPv4 peers (RFC 4291 section 2.5.5.2). */
function isMappedIpv4(octets: Uint8Array): boolean {
  if (octets[10] !== 0xff || octets[11] !== 0xff) return false
  for (let index = 0; index < 10; index++) {
    if (octets[index] !== 0) return false
  }
  return true
}

/**
 * The 4 or 16 octets of an address as text: dotted for IPv4 and mapped IPv4, else the shortest form of RFC 5952. Made
 * for each request, so the usual forms are written without the library.
 */
export function formatIpAddress(octets: Uint8Array): string {
  if (octets.length === 4) return `${octets[0]}.${octets[1]}.${octets[2]}.${octets[3]}`
  if (octets.length !== 16) return ''
  if (isMappedIpv4(octets)) return `${octets[12]}.${octets[13]}.${octets[14]}.${octets[15]}`
  return new ipaddr.IPv6(Array.from(octets)).toRFC5952String()
}

/** The same address in the form that `formatIpAddress` produces; text that is not an address stays as it is. */
export function canonicalIpAddress(text: string): string {
  const address = parseIpAddress(text)
  return address === undefined ? text : formatIpAddress(Uint8Array.from(address.toByteArray()))
}
