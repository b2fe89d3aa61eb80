import { isIP } from 'node:net'
import { OutboundError } from '@heliograph/contracts'
import type { AddressGuard } from '../addresses/address-guard.ts'
import { blockedError } from './outbound-connector.ts'

/** Where a request goes, as its URL says. */
export interface RequestTarget {
  /** `https://example.com:8443` */
  readonly origin: string
  readonly isSecure: boolean
  /** As in the URL; an IPv6 address in brackets. */
  readonly hostname: string
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  /** What follows the method in the head: path, version and `Host`. */
  readonly requestLine: string
  readonly hostLine: string
}

/** URLs that are remembered, and how long they may be: webhooks have few and short ones, other requests many. */
const REMEMBERED = 1_000
const REMEMBERED_LENGTH = 512

/**
 * Reads and checks URLs, and remembers the results. The function returned throws an `OutboundError` for a URL that is
 * not to be called.
 */
export function createTargetReader(guard: AddressGuard): (url: string) => RequestTarget {
  const remembered = new Map<string, RequestTarget>()
  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    const target = targetOf(checkedUrl(text, guard))
    if (text.length <= REMEMBERED_LENGTH) {
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(text, target)
    }
    return target
  }
}

/**
 * The URL parser has already turned every spelling of an IPv4 address (decimal, hexadecimal, octal, shortened) into the
 * dotted form.
 */
function checkedUrl(text: string, guard: AddressGuard): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new OutboundError('invalid-url', 'The URL cannot be parsed')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('invalid-url', `The URL's scheme is ${url.protocol} instead of http: or https:`)
  }
  if (url.username !== '' || url.password !== '') throw new OutboundError('invalid-url', 'The URL carries credentials')
  const host = withoutBrackets(url.hostname)
  const reason = isIP(host) === 0 ? undefined : guard(host)
  if (reason !== undefined) throw blockedError(host, reason)
  return url
}

/** The URL parser has encoded everything in the path and the query that is not printable ASCII. */
function targetOf(url: URL): RequestTarget {
  const isSecure = url.protocol === 'https:'
  return {
    origin: url.origin,
    isSecure,
    hostname: url.hostname,
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    requestLine: `${url.pathname}${url.search} HTTP/1.1\r\n`,
    hostLine: `host: ${url.host}\r\n`,
  }
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
