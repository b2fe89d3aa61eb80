import type { IdFormat } from './network-ids.ts'
import type { ReceivedSubmit } from './received.ts'

/**
 * What the network does with one submit. By default it is taken at once, answered in order and reported as delivered
 * when a receipt was requested.
 * @stability stable
 */
export interface SubmitBehaviour {
  /** Time until the answer. */
  readonly delayMs?: number | undefined
  /** The answer waits for `answerHeld`, however long that takes. */
  readonly held?: boolean | undefined
  /** command_status of the answer; anything but 0 is a refusal. */
  readonly status?: number | undefined
  /** Refused by generic_nack instead of the command's own answer. */
  readonly nack?: boolean | undefined
  /** The message is taken and never answered. */
  readonly noResponse?: boolean | undefined
  /**
   * Ends the connection: instead of taking the message, in the middle of the answer, or right after it. `true` is
   * `before`.
   */
  readonly drop?: true | 'before' | 'middle' | 'after' | undefined
  /** Octets that are not a PDU, written instead of the answer. */
  readonly garbage?: Buffer | undefined
  /** Spelling of the id in the answer. With an empty text the answer has no id. */
  readonly messageId?: IdFormat | ((submit: ReceivedSubmit) => string) | undefined
  /** False: no receipt is sent, even when one was requested. */
  readonly receipt?: ReceiptBehaviour | false | undefined
  /**
   * The behaviour applies only to this many first submits to a recipient; later ones are treated as if nothing were
   * specified.
   */
  readonly forFirst?: number | undefined
}

/**
 * How the network reports. By default: one `DELIVRD`, over the bind of the submit, as text and parameters, right after
 * the answer.
 * @stability stable
 */
export interface ReceiptBehaviour {
  /** Sent before the answer to the submit. */
  readonly before?: boolean | undefined
  /** Time after the answer, or after the submit when there is none. */
  readonly delayMs?: number | undefined
  /** State word, usually one of SMPP 3.4 appendix B. */
  readonly stat?: string | undefined
  /** Three characters of `err:`. */
  readonly error?: string | undefined
  /** How many identical receipts are sent. */
  readonly times?: number | undefined
  /** Spelling of the id in the receipt. By default as in the answer. */
  readonly idFormat?: IdFormat | undefined
  /** An id that belongs to no message, or to another one. */
  readonly id?: string | undefined
  /**
   * This text instead of the one from appendix B; `true` for a text that no reader understands. The parameters are left
   * out as well.
   */
  readonly garbage?: true | string | undefined
  /** Sent over a bind of another system id, if there is one. */
  readonly fromOtherLink?: boolean | undefined
  /** Where id and state are: in the text, in `receipted_message_id` and `message_state`, or in both. */
  readonly form?: 'both' | 'text' | 'tlv' | undefined
  /** The text is in `message_payload`. */
  readonly payload?: boolean | undefined
  /** An `ENROUTE` is sent before the final receipt. */
  readonly intermediate?: boolean | undefined
}

/** Chooses what happens to each submit; the first choice that applies decides. @stability stable */
export interface Behaviour {
  readonly by?: ((submit: ReceivedSubmit) => SubmitBehaviour | undefined) | undefined
  /** Matched against the last digits of the recipient, any number of them. */
  readonly bySuffix?: Readonly<Record<string, SubmitBehaviour>> | undefined
  readonly otherwise?: SubmitBehaviour | undefined
}

/** The current behaviours, and those that wait for one submit each. */
export interface Script {
  set(behaviour: Behaviour): void
  /** These apply to the next submits, one each, before anything else is considered. */
  next(...behaviours: readonly SubmitBehaviour[]): void
  /** Scripted behaviours that no submit has used yet. */
  readonly waiting: number
  choose(submit: ReceivedSubmit): SubmitBehaviour
}

const ORDINARY: SubmitBehaviour = {}

export function createScript(initial: Behaviour = {}): Script {
  let behaviour = initial
  let queue: SubmitBehaviour[] = []
  const met = new Map<SubmitBehaviour, Map<string, number>>()

  function isWornOut(chosen: SubmitBehaviour, to: string): boolean {
    if (chosen.forFirst === undefined) return false
    const byRecipient = met.get(chosen) ?? new Map<string, number>()
    const count = (byRecipient.get(to) ?? 0) + 1
    met.set(chosen, byRecipient.set(to, count))
    return count > chosen.forFirst
  }

  return {
    set(next) {
      behaviour = next
      met.clear()
    },
    next(...behaviours) {
      queue = [...queue, ...behaviours]
    },
    get waiting() {
      return queue.length
    },
    choose(submit) {
      const scripted = queue.shift()
      if (scripted) return scripted
      const chosen = behaviour.by?.(submit) ?? bySuffix(behaviour.bySuffix, submit.to) ?? behaviour.otherwise
      return chosen === undefined || isWornOut(chosen, submit.to) ? ORDINARY : chosen
    },
  }
}

/** The longest suffix that matches. */
function bySuffix(table: Behaviour['bySuffix'], to: string): SubmitBehaviour | undefined {
  if (!table) return undefined
  const fitting = Object.keys(table).filter((suffix) => to.endsWith(suffix))
  const longest = fitting.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : table[longest]
}
