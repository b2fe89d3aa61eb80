import type { IdFormat } from './network-ids.ts'
import type { ReceivedSubmit } from './received.ts'

/** What the network does with one submit. Left out: it is taken at once, answered in order and reported as delivered when a receipt was asked for. */
export interface SubmitBehaviour {
  /** Time until the answer. */
  readonly delayMs?: number | undefined
  /** command_status of the answer; anything but 0 is a refusal. */
  readonly status?: number | undefined
  /** Refused by generic_nack instead of the command's own answer. */
  readonly nack?: boolean | undefined
  /** The message is taken and never answered. */
  readonly noResponse?: boolean | undefined
  /** Ends the connection: instead of taking the message, in the middle of the answer, or right after it. `true` is `before`. */
  readonly drop?: true | 'before' | 'middle' | 'after' | undefined
  /** Octets that are no PDU, written in place of the answer. */
  readonly garbage?: Buffer | undefined
  /** Spelling of the id in the answer. An empty text: the answer has none. */
  readonly messageId?: IdFormat | ((submit: ReceivedSubmit) => string) | undefined
  /** False: no receipt comes, even when it was asked for. */
  readonly receipt?: ReceiptBehaviour | false | undefined
  /** Only the first so many submits to a recipient are met so; those after them as if nothing were said. */
  readonly forFirst?: number | undefined
}

/** How the network reports. Left out: one `DELIVRD`, by the bind the submit came by, as text and parameters, right behind the answer. */
export interface ReceiptBehaviour {
  /** Comes before the answer to the submit. */
  readonly before?: boolean | undefined
  /** Time after the answer, or after the submit when there is none. */
  readonly delayMs?: number | undefined
  /** State word, usually one of SMPP 3.4 appendix B. */
  readonly stat?: string | undefined
  /** Three characters of `err:`. */
  readonly error?: string | undefined
  /** So many of the same. */
  readonly times?: number | undefined
  /** Spelling of the id in the receipt. Left out: as in the answer. */
  readonly idFormat?: IdFormat | undefined
  /** An id that stands for nothing, or for another message. */
  readonly id?: string | undefined
  /** This text instead of what appendix B says; `true` for one that no reader understands. The parameters are left out as well. */
  readonly garbage?: true | string | undefined
  /** Comes by a bind of another system id, if there is one. */
  readonly fromOtherLink?: boolean | undefined
  /** Where id and state stand: in the text, in `receipted_message_id` and `message_state`, or in both. */
  readonly form?: 'both' | 'text' | 'tlv' | undefined
  /** The text is in `message_payload`. */
  readonly payload?: boolean | undefined
  /** An `ENROUTE` comes before the final one. */
  readonly intermediate?: boolean | undefined
}

/** Chooses what happens to each submit: the first that has something to say decides. */
export interface Behaviour {
  readonly by?: ((submit: ReceivedSubmit) => SubmitBehaviour | undefined) | undefined
  /** By the last digits of the recipient, any number of them. */
  readonly bySuffix?: Readonly<Record<string, SubmitBehaviour>> | undefined
  readonly otherwise?: SubmitBehaviour | undefined
}

/** Behaviours as they are set now, and those that wait for one submit each. */
export interface Script {
  set(behaviour: Behaviour): void
  /** The next submits are met by these, one each, before anything else is looked at. */
  next(...behaviours: readonly SubmitBehaviour[]): void
  /** Scripted behaviours that no submit has met. */
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

/** The longest suffix that fits. */
function bySuffix(table: Behaviour['bySuffix'], to: string): SubmitBehaviour | undefined {
  if (!table) return undefined
  const fitting = Object.keys(table).filter((suffix) => to.endsWith(suffix))
  const longest = fitting.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : table[longest]
}
