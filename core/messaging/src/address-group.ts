/**
 * The addresses that count as one customer's: an IPv4 address alone, an IPv6 address with all of its /64 (RFC 6177: a
 * site has at least that much). An IPv4 address in its IPv6 form (RFC 4291 section 2.5.5.2) counts as itself.
 *
 * @param address in any spelling of RFC 4291, without a zone
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const middle = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(middle).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** How a dual-stack socket shows an IPv4 address. */
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  return (
    text
      .toLowerCase()
      .split(':')
      // An IPv4 address at the end stands for two groups.
      .flatMap((group) => (group.includes('.') ? ['', ''] : [group.replace(/^0+(?=.)/, '')]))
  )
}
