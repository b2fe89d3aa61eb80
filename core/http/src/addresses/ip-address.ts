import { isIP } from 'node:net'

/** A range of addresses: `10.0.0.0/8`, `fd00::/8`. */
export interface IpNetwork {
  readonly octets: Uint8Array
  readonly prefixLength: number
}

/**
 * The octets (4 or 16) of an address as text, a zone (`%eth0`) dropped; undefined when it is not an address. Only the
 * dotted form of IPv4 counts: other spellings (`0x7f.1`, `2130706433`) are host names here, and the URL parser has
 * already turned them into the dotted form.
 */
export function parseIpAddress(text: string): Uint8Array | undefined {
  const address = text.split('%', 1)[0] as string
  const family = isIP(address)
  if (family === 4) return Uint8Array.from(address.split('.'), Number)
  return family === 6 ? parseIpv6(address) : undefined
}

function parseIpv6(address: string): Uint8Array {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const octets = new Uint8Array(16)
  octets.set(before, 0)
  octets.set(after, 16 - after.length)
  return octets
}

function groupsOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** Parses `address/prefix`, or an address alone. Throws an `Error` that names the text. */
export function parseIpNetwork(text: string): IpNetwork {
  const [address = '', prefix, ...rest] = text.split('/')
  const octets = parseIpAddress(address)
  const bits = (octets?.length ?? 0) * 8
  const prefixLength = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (octets === undefined || rest.length > 0 || !(prefixLength <= bits)) {
    throw new Error(`'${text}' is not a network; write an address and a prefix length, for example 10.1.0.0/16`)
  }
  return { octets, prefixLength }
}

export function isInNetwork(octets: Uint8Array, network: IpNetwork): boolean {
  if (octets.length !== network.octets.length) return false
  const whole = network.prefixLength >> 3
  for (let index = 0; index < whole; index++) {
    if (octets[index] !== network.octets[index]) return false
  }
  const rest = network.prefixLength & 7
  if (rest === 0) return true
  const mask = 0xff << (8 - rest)
  return ((octets[whole] as number) & mask) === ((network.octets[whole] as number) & mask)
}

/** True for `::ffff:a.b.c.d`, the form in which a dual-stack socket shows IPv4 peers (RFC 4291 section 2.5.5.2). */
function isMappedIpv4(octets: Uint8Array): boolean {
  if (octets.length !== 16 || octets[10] !== 0xff || octets[11] !== 0xff) return false
  for (let index = 0; index < 10; index++) {
    if (octets[index] !== 0) return false
  }
  return true
}

/** An address as text: dotted for IPv4 and mapped IPv4, else the shortest form of RFC 5952. */
export function formatIpAddress(octets: Uint8Array): string {
  if (octets.length === 4) return `${octets[0]}.${octets[1]}.${octets[2]}.${octets[3]}`
  if (octets.length !== 16) return ''
  if (isMappedIpv4(octets)) return `${octets[12]}.${octets[13]}.${octets[14]}.${octets[15]}`
  const groups: string[] = []
  for (let index = 0; index < 16; index += 2) {
    groups.push((((octets[index] as number) << 8) | (octets[index + 1] as number)).toString(16))
  }
  const [start, length] = longestZeroRun(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

function longestZeroRun(groups: readonly string[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0]
  let length = 0
  groups.forEach((group, index) => {
    length = group === '0' ? length + 1 : 0
    if (length > best[1]) best = [index - length + 1, length]
  })
  return best
}

/** The same address in the form that `formatIpAddress` produces; text that is not an address stays as it is. */
export function canonicalIpAddress(text: string): string {
  const octets = parseIpAddress(text)
  return octets === undefined ? text : formatIpAddress(octets)
}
