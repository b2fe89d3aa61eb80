import { isIP, SocketAddress } from 'node:net'

/** The origin of a connection, according to its PROXY protocol header. */
export interface ProxyHeader {
  /** The client; undefined when the proxy itself connects (health checks) or does not know the client. */
  readonly source: { readonly address: string; readonly port: number } | undefined
  /** Length of the header in octets; the client's data follows it. */
  readonly length: number
}

const V1_START = Buffer.from('PROXY ', 'latin1')
const V1_MAX_LENGTH = 107
const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const V2_HEADER_LENGTH = 16
const V2_MAX_LENGTH = 4096
const V1_LINE = /^PROXY (?:UNKNOWN(?: .*)?|(TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5}))\r\n$/

/**
 * Reads the header that a connection begins with, version 1 or 2 of the PROXY protocol. `more` while it is incomplete,
 * `wrong` when the octets are not a header.
 */
export function readProxyHeader(octets: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (startsWith(octets, V1_START)) return readVersion1(octets)
  if (startsWith(octets, V2_SIGNATURE)) return readVersion2(octets)
  return 'wrong'
}

/** True when the octets begin with `start`, or are the beginning of it. */
function startsWith(octets: Buffer, start: Buffer): boolean {
  const length = Math.min(octets.length, start.length)
  return octets.subarray(0, length).equals(start.subarray(0, length))
}

function readVersion1(octets: Buffer): ProxyHeader | 'more' | 'wrong' {
  const end = octets.subarray(0, V1_MAX_LENGTH).indexOf('\r\n', 0, 'latin1')
  if (end < 0) return octets.length < V1_MAX_LENGTH ? 'more' : 'wrong'
  const length = end + 2
  const match = V1_LINE.exec(octets.toString('latin1', 0, length))
  if (match === null) return 'wrong'
  const [, family, address = '', , port] = match
  if (family === undefined) return { source: undefined, length }
  const isAddress = isIP(address) === (family === 'TCP4' ? 4 : 6) && Number(port) <= 0xffff
  return isAddress ? { source: { address, port: Number(port) }, length } : 'wrong'
}

function readVersion2(octets: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (octets.length < V2_HEADER_LENGTH) return 'more'
  const command = octets.readUInt8(12)
  const length = V2_HEADER_LENGTH + octets.readUInt16BE(14)
  // The version is in the upper four bits; in the lower ones, 0 is LOCAL and 1 is PROXY.
  if (command !== 0x20 && command !== 0x21) return 'wrong'
  if (length > V2_MAX_LENGTH) return 'wrong'
  if (octets.length < length) return 'more'
  if (command === 0x20) return { source: undefined, length }
  return sourceOfVersion2(octets.readUInt8(13), octets.subarray(V2_HEADER_LENGTH, length), length)
}

function sourceOfVersion2(family: number, addresses: Buffer, length: number): ProxyHeader | 'wrong' {
  if (family === 0x11) {
    if (addresses.length < 12) return 'wrong'
    return { source: { address: addresses.subarray(0, 4).join('.'), port: addresses.readUInt16BE(8) }, length }
  }
  if (family === 0x21) {
    if (addresses.length < 36) return 'wrong'
    const groups = Array.from({ length: 8 }, (_, index) => addresses.readUInt16BE(index * 2).toString(16))
    return { source: { address: canonicalIpv6(groups.join(':')), port: addresses.readUInt16BE(32) }, length }
  }
  // Unspecified and other transports are allowed, but carry no usable address.
  return { source: undefined, length }
}

/** The address in the shortened form that sockets show. */
function canonicalIpv6(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address
}
