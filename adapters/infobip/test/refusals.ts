import { RateLimits } from '@heliograph/contracts'
import {
  type AdapterKit,
  type AdapterWorld,
  CONFORMANCE_API_KEY,
  createAdapterKit,
  type KitListener,
  THERE,
} from '@heliograph/testkit'
import infobip from '../src/index.ts'

/** Something that is wrong with a request to send one text, and what programs make of it. */
export interface Refusal {
  readonly what: string
  readonly apiKey?: string
  readonly to?: string
  readonly text?: string
  readonly world?: Partial<AdapterWorld>
  readonly before?: (kit: AdapterKit) => void
  /** Status and `messageId` of the error, or the name of the message's status. */
  readonly sdk: string
  /** The message of the exception; without one, Symfony takes the text for sent, as it does with Infobip. */
  readonly symfony?: string
}

export const REFUSALS: readonly Refusal[] = [
  {
    what: 'A wrong key',
    apiKey: 'unknown',
    sdk: '401 UNAUTHORIZED',
    symfony: 'Unable to send the SMS: UNAUTHORIZED (Invalid API key).',
  },
  { what: 'A number that none is', to: '12', sdk: 'REJECTED_DESTINATION' },
  { what: 'No credit', world: { account: { credit: '0' } }, sdk: 'REJECTED_NOT_ENOUGH_CREDITS' },
  {
    what: 'A contact that has opted out',
    before: (kit) => void kit.engine.contacts.set(kit.account.clientId, THERE, 'opted-out', { kind: 'web' }),
    sdk: 'REJECTED_DESTINATION_BLOCKLISTED',
  },
  {
    what: 'Too many requests',
    world: { config: { requestsPerMinute: 1 } },
    before: (kit) => void kit.engine.service(RateLimits).admit({ ...kit.account.principal, rateLimit: 1 }),
    sdk: '429 TOO_MANY_REQUESTS',
    symfony: 'Unable to send the SMS: TOO_MANY_REQUESTS (Too many requests).',
  },
  {
    what: 'No text',
    text: '',
    sdk: '400 BAD_REQUEST',
    symfony: 'Unable to send the SMS: BAD_REQUEST (The request has invalid fields).',
  },
]

/** An instance with a port, in the state in which a text is refused. */
export async function openRefusing({ before, world }: Refusal): Promise<{
  readonly kit: AdapterKit
  readonly listener: KitListener
  close(): Promise<void>
}> {
  const kit = await createAdapterKit(infobip, { config: {}, ...world })
  await kit.start()
  before?.(kit)
  const listener = await kit.listen()
  return {
    kit,
    listener,
    async close() {
      await listener.close()
      await kit.stop()
    },
  }
}

/** The values of the text that is refused. */
export function textOf({ apiKey = CONFORMANCE_API_KEY, text = 'Hello', to = THERE }: Refusal) {
  return { apiKey, text, to }
}
