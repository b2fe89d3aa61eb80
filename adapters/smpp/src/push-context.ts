import type { Address } from '@heliograph/smpp'

/**
 * The details of a submit that are needed when its receipt is written, perhaps days later and on another node: the
 * addresses exactly as submitted, because clients compare receipts with what they sent.
 */
export interface PushContext {
  readonly source: Address
  /** True for submit_multi. */
  readonly isMulti: boolean
  /**
   * One, or for submit_multi as many of the unusual ones as there is room for; all others have the TON and NPI of the
   * first.
   */
  readonly destinations: readonly Address[]
  /** The TLV `user_message_reference` of the submit, which the receipt repeats (SMPP 3.4 section 5.3.2.17). */
  readonly userMessageReference: number | undefined
  /** True when the message was octets; the receipt then quotes nothing of it. */
  readonly isBinary: boolean
}

/** Maximum length of `PushRequest.context`. */
const MAX_LENGTH = 1_000

const LINE = /^([0-9a-f]{2})([0-9a-f]{2})(.*)$/s

/**
 * Writes lines of text: flags with the message reference in hexadecimal, then the source, then the destinations. TON
 * and NPI precede each address in hexadecimal.
 */
export function formatPushContext(context: PushContext): string {
  const reference =
    context.userMessageReference === undefined ? '' : (context.userMessageReference & 0xffff).toString(16)
  let text = `${context.isBinary ? 'b' : 't'}${context.isMulti ? 'm' : ''}${reference}\n${formatAddress(context.source)}`
  for (const destination of context.destinations) {
    const line = `\n${formatAddress(destination)}`
    if (text.length + line.length > MAX_LENGTH) break
    text += line
  }
  return text
}

/** Reads the output of `formatPushContext`; undefined for anything else. */
export function parsePushContext(text: string): PushContext | undefined {
  const [head = '', ...lines] = text.split('\n')
  const flags = /^([tb])(m?)([0-9a-f]{0,4})$/.exec(head)
  const addresses = lines.map(parseAddress)
  const [source, ...destinations] = addresses
  if (flags === null || source === undefined || addresses.includes(undefined)) return undefined
  return {
    source,
    destinations: destinations as Address[],
    isMulti: flags[2] === 'm',
    userMessageReference: flags[3] ? Number.parseInt(flags[3], 16) : undefined,
    isBinary: flags[1] === 'b',
  }
}

/**
 * The destinations of a submit_multi that cannot be restored from the gateway's own spelling of the number: those in
 * national form or with another TON or NPI.
 */
export function unusualDestinations(destinations: readonly Address[]): readonly Address[] {
  const [first, ...others] = destinations
  if (first === undefined) return []
  return [
    first,
    ...others.filter(
      ({ ton, npi, address }) => ton !== first.ton || npi !== first.npi || !/^[1-9]\d{9,14}$/.test(address),
    ),
  ]
}

/** The destination, as submitted, that became the number `to`. */
export function destinationOf({ isMulti, destinations }: PushContext, to: string): Address {
  const [first] = destinations
  if (first !== undefined && !isMulti) return first
  const exact = destinations.find(({ address }) => address.replace(/\D/g, '') === to)
  const found = exact ?? destinations.find(({ address }) => isSameNumber(address, to))
  return found ?? { ton: first?.ton ?? 1, npi: first?.npi ?? 1, address: to }
}

/** True when an address in international or national form may have become the number `to`. */
function isSameNumber(address: string, to: string): boolean {
  const digits = address.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length > 3 && to.endsWith(digits)
}

function formatAddress({ ton, npi, address }: Address): string {
  // Addresses do not contain line feeds; if one does, it would begin a new line.
  return `${hex(ton)}${hex(npi)}${address.replaceAll('\n', ' ')}`
}

function parseAddress(line: string): Address | undefined {
  const [, ton, npi, address] = LINE.exec(line) ?? []
  if (ton === undefined || npi === undefined || address === undefined) return undefined
  return { ton: Number.parseInt(ton, 16), npi: Number.parseInt(npi, 16), address }
}

function hex(octet: number): string {
  return octet.toString(16).padStart(2, '0')
}
