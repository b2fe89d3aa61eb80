import assert from 'node:assert/strict'
import { OutboundError, type OutboundReply, type OutboundRequest } from '@heliograph/contracts'
import type { ScriptedReply } from '../http-client-double.ts'
import type { CarrierKit, CarrierWorld } from './carrier-kit.ts'

/**
 * Sits between a carrier and its network over HTTP, and changes what the requests meet that carry a message. Others
 * (for a token, say) get the network's own replies.
 */
export interface NetworkTap {
  /** For `CarrierWorld.http`. */
  readonly answer: (request: OutboundRequest) => ScriptedReply
  /** Submits a message to the good recipient and notes what it takes. */
  learn(kit: CarrierKit): Promise<void>
  /** The network's reply to the message. */
  readonly goodReply: Partial<OutboundReply>
  /** The network's id for it; null when it gives none. */
  readonly goodId: string | null
  /** The reply with another id; undefined when the id is not in it, or cannot be that one. */
  replyWithId(id: string): Partial<OutboundReply> | undefined
  /** Requests with a message so far. */
  readonly carried: number
  /** From now on those meet this; undefined: the network's own reply. */
  spoil(meets: ((request: OutboundRequest) => ScriptedReply) | undefined): void
}

/** Ids that suffer when they are read as numbers, trimmed or changed in case. */
export const AWKWARD_IDS = ['00017', '12345678901234567890', '0x1F', '1e3', 'aBcDeF-Zz', 'a+b/c=', '-0']

/** Digits by which a number is recognised in whatever form it is sent. */
const TELLING_DIGITS = 9

export function createNetworkTap({ http, goodRecipient }: CarrierWorld): NetworkTap {
  assert.ok(http)
  const replies: { readonly request: OutboundRequest; readonly reply: ScriptedReply }[] = []
  const telling = goodRecipient.slice(-TELLING_DIGITS)
  let spoiled: ((request: OutboundRequest) => ScriptedReply) | undefined
  let goodReply: Partial<OutboundReply> = {}
  let goodId: string | null = null
  let carried = 0
  /** False when the number cannot be seen in any request: then each counts. */
  let isSeen = true
  const carries = (request: OutboundRequest) => !isSeen || textOf(request).includes(telling)

  return {
    answer(request) {
      const isCarrying = carries(request)
      if (isCarrying) carried += 1
      if (isCarrying && spoiled) return spoiled(request)
      const reply = http(request)
      replies.push({ request, reply })
      return reply
    },
    async learn(kit) {
      const [link] = kit.carrier.links
      assert.ok(link, 'a carrier has at least one link')
      const [outcome] = await kit.submit(link, kit.message())
      assert.equal(outcome?.kind, 'accepted', 'the good recipient is not accepted')
      assert.ok(replies.length > 0, 'the message was accepted without a request')
      isSeen = replies.some(({ request }) => carries(request))
      const reply = replies.findLast(({ request }) => carries(request))?.reply
      assert.ok(reply !== undefined && reply !== 'silence' && !(reply instanceof OutboundError))
      goodReply = reply
      goodId = outcome.kind === 'accepted' ? outcome.networkId : null
    },
    get goodReply() {
      return goodReply
    },
    get goodId() {
      return goodId
    },
    replyWithId(id) {
      const { body = '' } = goodReply
      if (goodId === null || !body.includes(goodId)) return undefined
      // An id without quotes in JSON is a number.
      const isNumber = isJson(body) && !body.includes(JSON.stringify(goodId))
      if (isNumber && !/^[1-9]\d*$/.test(id)) return undefined
      return { ...goodReply, body: body.replace(goodId, () => id) }
    },
    get carried() {
      return carried
    },
    spoil(meets) {
      spoiled = meets
    },
  }
}

function textOf({ url, body = '' }: OutboundRequest): string {
  return `${url} ${Buffer.from(body).toString('latin1')}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
