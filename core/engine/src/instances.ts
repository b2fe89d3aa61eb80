import type { Adapter, Carrier, CarrierLink } from '@heliograph/contracts'
import { parseLinkId } from '@heliograph/messaging'

/** What the engine asks of an adapter. */
export type WritingAdapter = Pick<Adapter, 'formatReceipt' | 'formatReceipts' | 'formatIncoming' | 'readIncomingReply'>

/**
 * The instances of the configuration on this node, by their ids. They need the services of the engine, so they are
 * filled in before its work starts, and read only when there is work.
 */
export class Instances {
  carriers: ReadonlyMap<string, Carrier> = new Map()
  /** Ids of carriers that the gateway runs without. */
  absent: readonly string[] = []
  /** Adapters, started or not. */
  adapters: ReadonlyMap<string, WritingAdapter> = new Map()
  /** Whether one of them hands out keys (`KeyHandout`). */
  isHandingOutKeys = false

  /** The link with this id (`<instance>/<name>`). */
  linkOf(link: string): CarrierLink | undefined {
    const place = parseLinkId(link)
    return this.carriers.get(place.carrier)?.links.find(({ name }) => name === place.name)
  }
}
