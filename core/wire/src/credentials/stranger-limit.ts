import {
  type Caller,
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpRequestHead,
  type RouteSpec,
} from '@heliograph/contracts'
import { Turn } from '@heliograph/messaging'

/** Octets of body that are parsed for a sender without a valid key, where the key may stand in the body. */
export const MAX_STRANGER_OCTETS = 65_536

/**
 * Finds the key of a request without parsing its body as a whole; undefined when there is none. May throw what the
 * interface throws for a request without a key.
 *
 * @param body empty while it has not arrived.
 */
export type KeyFinder = (head: HttpRequestHead, body: Buffer) => string | undefined | Promise<string | undefined>

/** What keeps large bodies of strangers away from a route. */
export interface StrangerLimit {
  /** For `RouteSpec.admit`: nothing is gathered for a key in the head of the request that is not known. */
  readonly admit: NonNullable<RouteSpec['admit']>
  /**
   * For the beginning of the handler. Throws or rejects with `too-large`/`stranger-too-large`, and whatever the
   * directory throws. Undefined, without a pause, for a small body: the host takes the first look-up of a key for that
   * of the request only if the handler has not paused before.
   */
  check(request: HttpRequest): undefined | Promise<void>
}

const NO_BODY = Buffer.alloc(0)

/**
 * Bodies of more than 64 KiB are for senders whose key is known. Smaller ones are read whatever their key is, so that
 * each mistake is answered as the interface promises.
 */
export function limitStrangers(directory: Pick<Directory, 'byApiKey'>, keyOf: KeyFinder): StrangerLimit {
  return {
    async admit(head) {
      const key = await keyOf(head, NO_BODY)
      if (key !== undefined && !(announcedOctets(head) <= MAX_STRANGER_OCTETS)) await requireKnown(directory, key, head)
    },
    check(request) {
      if (request.body.length <= MAX_STRANGER_OCTETS) return undefined
      const key = keyOf(request, request.body)
      const known =
        key instanceof Promise
          ? key.then((found) => requireKnown(directory, found, request))
          : requireKnown(directory, key, request)
      // What follows takes longer.
      return known.then(() => new Turn().giveWay())
    },
  }
}

/** NaN for a body of unknown length. */
function announcedOctets({ headers }: HttpRequestHead): number {
  return Number(headers['content-length'] ?? Number.NaN)
}

async function requireKnown(
  directory: Pick<Directory, 'byApiKey'>,
  key: string | undefined,
  caller: Caller,
): Promise<void> {
  if (key !== undefined && key !== '' && (await directory.byApiKey(key, caller)) !== undefined) return
  const text = `A body of more than ${MAX_STRANGER_OCTETS / 1_024} KiB needs a valid API key`
  throw new GatewayError('too-large', 'stranger-too-large', text)
}
