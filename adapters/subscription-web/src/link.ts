import {
  type Clients,
  GatewayError,
  type PublicClient,
  type ShortLinks,
  type SubscriptionLinks,
} from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import type { Direction } from './texts.ts'

/** The parts of a link, as it was opened. */
export interface LinkParts {
  readonly direction: Direction
  readonly clientId: number
  readonly mobile: string
  /** The gateway wrote it. */
  readonly isSigned: boolean
}

/** What a link asks for: the client and the contact that it names. */
export interface Link {
  readonly direction: Direction
  readonly client: PublicClient
  /** E.164 digits. */
  readonly mobile: string
  /** As `LinkParts.isSigned`. */
  readonly isSigned: boolean
}

const CLIENT_ID = /^[0-9]+$/

/** Reads the parts of a link. Throws `invalid`/`invalid-client-id`. */
export function readParts(
  links: SubscriptionLinks,
  given: {
    readonly direction: Direction
    readonly clientId: string | undefined
    readonly mobile: string | undefined
    readonly signature: string | undefined
  },
): LinkParts {
  const { direction, mobile = '', signature } = given
  const clientId = readClientId(given.clientId ?? '')
  const isSigned = signature !== undefined && links.verify({ clientId, direction, mobile }, signature)
  return { direction, clientId, mobile, isSigned }
}

/**
 * Looks up what a link names. The number of an unsigned one may be in the local form of the client's country or in
 * international form; a signed one has it in digits. Throws `not-found`/`client-not-found`, `invalid`/`invalid-url`,
 * and `unavailable` while the database is needed but away.
 */
export async function findLink(clients: Clients, { clientId, direction, isSigned, mobile }: LinkParts): Promise<Link> {
  const client = await clients.find(clientId)
  if (client === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
  const number = isSigned ? mobile : normaliseNumber(mobile, 'local', client.country)
  if (number === undefined) throw invalidUrl()
  return { direction, client, mobile: number, isSigned }
}

/**
 * The parts of a short link. Only the gateway can make its code, so it counts as signed. Throws
 * `not-found`/`short-link-not-found`, and `unavailable` while the database is away.
 */
export async function readShort(shortLinks: ShortLinks, code: string): Promise<LinkParts> {
  const link = await shortLinks.find(code)
  if (link === undefined) throw new GatewayError('not-found', 'short-link-not-found', 'Link not found')
  return { ...link, isSigned: true }
}

export function invalidUrl(): GatewayError {
  return new GatewayError('invalid', 'invalid-url', 'Invalid URL format')
}

function readClientId(text: string): number {
  const id = CLIENT_ID.test(text) ? Number(text) : 0
  if (id > 0 && Number.isSafeInteger(id)) return id
  throw new GatewayError('invalid', 'invalid-client-id', 'Invalid client ID')
}
