import byHand from './receivers/by-hand.sh?raw'
import node from './receivers/receiver.mjs?raw'
import php from './receivers/receiver.php?raw'
import python from './receivers/receiver.py?raw'

/** Where the receivers listen. */
const ADDRESS = 'http://127.0.0.1:9000/'

/**
 * A receiver of webhooks that verifies them, ready to run. The same as in the gateway's README, where they are tried
 * out.
 */
export interface Receiver {
  readonly id: string
  /** Null: verification by hand. */
  readonly language: string | null
  readonly code: string
}

const RECEIVERS: readonly Receiver[] = [
  { id: 'node', language: 'Node', code: node },
  { id: 'python', language: 'Python', code: python },
  { id: 'php', language: 'PHP', code: php },
  { id: 'by-hand', language: null, code: byHand },
]

/** The receivers, with the URL of a channel instead of that of this machine where they call it. */
export function receiversFor(url: string | null): readonly Receiver[] {
  return RECEIVERS.map((receiver) => ({
    ...receiver,
    code:
      receiver.id === 'by-hand' && url !== null
        ? receiver.code.replace(ADDRESS, `'${url.replaceAll("'", '%27')}'`)
        : receiver.code,
  }))
}
