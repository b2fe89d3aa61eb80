import { type Clients, GatewayError, type PublicClient } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'

/** The client and the contact that a link names. */
export interface Link {
  readonly client: PublicClient
  /** E.164 digits. */
  readonly mobile: string
}

const CLIENT_ID = /^[0-9]+$/

/**
 * Reads the parts of a link's path; the number may be in the local form of the client's country or in international
 * form. Throws `invalid`/`invalid-client-id`, `not-found`/`client-not-found`, `invalid`/`invalid-url`, and
 * `unavailable` while the database is needed but away.
 */
export async function readLink(
  clients: Clients,
  clientId: string | undefined,
  mobile: string | undefined,
): Promise<Link> {
  const client = await clients.find(readClientId(clientId ?? ''))
  if (client === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
  const number = normaliseNumber(mobile ?? '', 'local', client.country)
  if (number === undefined) throw new GatewayError('invalid', 'invalid-url', 'Invalid URL format')
  return { client, mobile: number }
}

function readClientId(text: string): number {
  const id = CLIENT_ID.test(text) ? Number(text) : 0
  if (id > 0 && Number.isSafeInteger(id)) return id
  throw new GatewayError('invalid', 'invalid-client-id', 'Invalid client ID')
}
