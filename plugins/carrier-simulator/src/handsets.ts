import {
  GatewayError,
  type HandsetMessage,
  type Network,
  type OutgoingMessage,
  type VirtualPhones,
} from '@heliograph/contracts'
import { isGsmText } from '@heliograph/messaging'

/** How many messages all handsets together remember. */
const MOST_MESSAGES = 1000

export interface HandsetsOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly network: Network
  readonly now: () => number
}

/** The handsets of the network, with the messages that each received and answered. */
export class Handsets implements VirtualPhones {
  readonly #options: HandsetsOptions
  /** Oldest first. Cut back only when there are twice as many as are kept, so that a busy network seldom moves them. */
  #messages: HandsetMessage[] = []
  #order = 0

  constructor(options: HandsetsOptions) {
    this.#options = options
  }

  /** Stores a message that has reached its handset. */
  receive({ smsId, from, to, text, encoding, parts, flash }: OutgoingMessage, at: number): void {
    this.#add({ direction: 'received', smsId, phone: to, peer: from, text, encoding, parts, flash, at: new Date(at) })
  }

  newest(limit: number): readonly HandsetMessage[] {
    return this.#messages.slice(-Math.min(limit, MOST_MESSAGES)).reverse()
  }

  async answer(smsId: number, text: string) {
    const { carrier, network, now } = this.#options
    const { phone, peer } = this.#find(smsId)
    if (!/^\d+$/.test(peer)) {
      const message = `${peer} is a sender that takes no answers: only messages from a number can be answered`
      throw new GatewayError('conflict', 'sender-takes-no-answers', message)
    }
    const encoding = isGsmText(text) ? 'gsm' : 'ucs2'
    const at = new Date(now())
    const result = await network.incoming({
      carrier,
      link: 'main',
      from: phone,
      to: peer,
      text,
      encoding,
      mayBeRepeated: false,
      receivedAt: at,
    })
    this.#add({ direction: 'answered', smsId, phone, peer, text, encoding, parts: 1, flash: false, at })
    return result
  }

  #find(smsId: number): HandsetMessage {
    const found = this.#messages.findLast((message) => message.smsId === smsId && message.direction === 'received')
    if (found !== undefined) return found
    throw new GatewayError('not-found', 'message-not-on-a-phone', 'No virtual phone has this message any more')
  }

  #add(message: Omit<HandsetMessage, 'order'>): void {
    this.#order += 1
    this.#messages.push({ order: this.#order, ...message })
    if (this.#messages.length >= 2 * MOST_MESSAGES) this.#messages = this.#messages.slice(-MOST_MESSAGES)
  }
}
