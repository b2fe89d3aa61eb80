import { timingSafeEqual } from 'node:crypto'
import {
  type Clock,
  GatewayError,
  type HttpRequest,
  type Network,
  type ReceiptStatus,
  type RouteSpec,
} from '@heliograph/contracts'
import type { Config } from './config.ts'
import { LINK } from './link.ts'
import { parseReceipt } from './wire.ts'

/** The words of the network. Any other is no end of the message. */
const STATUSES: ReadonlyMap<string, ReceiptStatus> = new Map([
  ['delivered', 'delivered'],
  ['failed', 'undeliverable'],
  ['expired', 'expired'],
])

interface Receipts {
  /** The instance id. */
  readonly carrier: string
  readonly network: Network
  readonly clock: Clock
}

/** The route that the network calls when it knows what became of a message. */
export function createRoutes({ path, token }: Config, { carrier, network, clock }: Receipts): readonly RouteSpec[] {
  return [
    {
      method: 'POST',
      path: `${path}/receipts`,
      bodyLimit: 4_096,
      async handler(request) {
        checkToken(request, token)
        const { id: networkId, state } = parseReceipt(request.body)
        const status = STATUSES.get(state) ?? 'enroute'
        const about = { carrier, link: LINK, networkId, status, networkStatus: state, errorId: null }
        // Answered only once it is stored: the network calls again when it gets an error, or no answer.
        await network.receipt({ ...about, doneAt: new Date(clock.now()) })
        return { status: 204 }
      },
    },
  ]
}

function checkToken({ headers }: HttpRequest, token: string): void {
  const [given, expected] = [Buffer.from(headers['x-token'] ?? ''), Buffer.from(token)]
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new GatewayError('unauthenticated', 'bad-token', 'The token is missing or wrong')
}
