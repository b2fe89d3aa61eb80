import {
  type Caller,
  type Directory,
  GatewayError,
  type HttpRequest,
  type HttpRequestHead,
  type Principal,
  type RouteSpec,
} from '@heliograph/contracts'
import { TimeSlice } from '@heliograph/messaging'

/** Octets of body that are parsed for a sender without a valid key, where the key may stand in the body. */
export const MAX_STRANGER_OCTETS = 65_536

/**
 * Finds the key of a request without parsing its body as a whole; undefined when there is none. May throw what the
 * interface throws for a request without a key.
 *
 * @param body empty while it has not arrived.
 */
export type KeyFinder = (head: HttpRequestHead, body: Buffer) => string | undefined | Promise<string | undefined>

/** A sender whose key was found and is known. */
export interface KnownSender {
  readonly key: string
  readonly principal: Principal
}

/** What keeps large bodies of strangers away from a route. */
export interface StrangerLimit {
  /** For `RouteSpec.admit`: nothing is gathered for a key in the head of the request that is not known. */
  readonly admit: NonNullable<RouteSpec['admit']>
  /**
   * For the beginning of `RouteSpec.authenticate`. Resolves with the sender of a large body; undefined, without a
   * pause, for a small one. Throws or rejects with `too-large`/`stranger-too-large`, or with the error of
   * the directory.
   */
  check(request: HttpRequest): undefined | Promise<KnownSender>
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
      return known.then(async (sender) => {
        // What follows takes longer.
        await new TimeSlice().rest()
        return sender
      })
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
): Promise<KnownSender> {
  const principal = key === undefined || key === '' ? undefined : await directory.byApiKey(key, caller)
  if (key !== undefined && principal !== undefined) return { key, principal }
  const text = `A body of more than ${MAX_STRANGER_OCTETS / 1_024} KiB needs a valid API key`
  throw new GatewayError('too-large', 'stranger-too-large', text)
}
