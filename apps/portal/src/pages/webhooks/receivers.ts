import byHand from './receivers/by-hand.sh?raw'
import node from './receivers/receiver.mjs?raw'
import php from './receivers/receiver.php?raw'
import python from './receivers/receiver.py?raw'

/** Where the receivers listen. */
const ADDRESS = 'http://127.0.0.1:9000/'

/** A receiver of webhooks that verifies them, ready to run. The same as in the README of the gateway, where they are tried out. */
export interface Receiver {
  readonly id: string
  /** Null: it is done by hand. */
  readonly language: string | null
  readonly code: string
}

const RECEIVERS: readonly Receiver[] = [
  { id: 'node', language: 'Node', code: node },
  { id: 'python', language: 'Python', code: python },
  { id: 'php', language: 'PHP', code: php },
  { id: 'by-hand', language: null, code: byHand },
]

/** With the URL of a channel in place of this machine, where something is called. */
export function receiversFor(url: string | null): readonly Receiver[] {
  return RECEIVERS.map((receiver) => ({
    ...receiver,
    code:
      receiver.id === 'by-hand' && url !== null
        ? receiver.code.replace(ADDRESS, `'${url.replaceAll("'", '%27')}'`)
        : receiver.code,
  }))
}
