import type { CarrierLink, OutboundReply, OutgoingMessage, PartOutcome, Plugin } from '@heliograph/contracts'
import type { Context } from '../fixtures/carrier-mistakes.ts'
import { type createHttpCarrier, type HttpParts, NETWORK_URL, PARTS } from '../fixtures/http-carrier.ts'
import type { PlantedFault } from './planted-fault.ts'

/** One fault of a carrier over HTTP, and the check that has to notice it. */
export interface CarrierHttpFault extends PlantedFault {
  readonly parts?: Partial<HttpParts>
  readonly plugin?: Parameters<typeof createHttpCarrier>[0]
}

const ending = (what: string, kinds: string) => `${what} ends as ${kinds}, and the next message goes out`
const NEVER_LEFT = 'try-later or not-sent or refused'
const IN_TROUBLE = 'try-later or throttled or unknown'
const UNREADABLE = 'a reply that cannot be read ends as unknown'
const TOO_FAST = 'a reply 429 slows the link down for as long as it says'
const IDS = 'a network id is kept as it came'
const TEXTS = 'a text arrives as it is, whatever signs it has'
const SECRETS = 'no secret is in a URL, an outcome, the health or the log'

/** Outcomes for some replies that are not those of a good carrier. */
const reading =
  (wrong: (reply: OutboundReply, message: OutgoingMessage, context: Context) => PartOutcome | undefined) =>
  (reply: OutboundReply, message: OutgoingMessage, context: Context): readonly PartOutcome[] => {
    const outcome = wrong(reply, message, context)
    return outcome ? [outcome] : PARTS.outcomesOf(reply, message, context)
  }

/** Another outcome for one failure. */
const failing = (failure: string, outcome: PartOutcome): Partial<HttpParts> => ({
  outcomeOfFailure: (error, ...rest) =>
    (error as { failure?: string }).failure === failure ? outcome : PARTS.outcomeOfFailure(error, ...rest),
})

/** The ids of a good reply, changed. */
const withIds = (change: (id: string) => string): Partial<HttpParts> => ({
  outcomesOf: (...given) =>
    PARTS.outcomesOf(...given).map((outcome) =>
      outcome.kind === 'accepted' ? { ...outcome, networkId: change(outcome.networkId ?? '') } : outcome,
    ),
})

/** The instance with another submit. */
const submitting =
  (submit: (good: CarrierLink, message: OutgoingMessage, context: Context) => ReturnType<CarrierLink['submit']>) =>
  ({ carrier }: Plugin, context: Context): Partial<Plugin> => {
    const good = carrier?.links[0] as CarrierLink
    return { carrier: { links: [{ ...good, submit: (message) => submit(good, message, context) }] } }
  }

const isUnknown = (outcomes: readonly PartOutcome[]) => outcomes.some(({ kind }) => kind === 'unknown')
const LATER: PartOutcome = { kind: 'try-later', status: 'later' }

export const CARRIER_HTTP_FAULTS: readonly CarrierHttpFault[] = [
  {
    name: 'a time-out that is sent again',
    parts: failing('timeout', LATER),
    fails: ending('a time-out', 'unknown'),
    because: /ends as try-later; it should be unknown: the request went out/,
  },
  {
    name: 'a time-out that counts as a refusal',
    parts: failing('timeout', { kind: 'refused', fault: 'link', status: 'timeout' }),
    fails: ending('silence', 'unknown'),
    because: /ends as refused/,
  },
  {
    name: 'a broken connection that is sent again',
    parts: failing('network', { kind: 'not-sent' }),
    fails: ending('a connection that breaks after the request', 'unknown'),
    because: /ends as not-sent/,
  },
  {
    name: 'a refused connection that is in doubt',
    parts: failing('connect', { kind: 'unknown' }),
    fails: ending('a connection that is refused', NEVER_LEFT),
    because: /ends as unknown; .*has certainly not left/,
  },
  {
    name: 'a name that is not found, blamed on the message',
    parts: failing('dns', { kind: 'refused', fault: 'message', status: 'dns' }),
    fails: ending('a name that is not found', NEVER_LEFT),
    because: /blamed on the message/,
  },
  {
    name: 'a closed address, blamed on the recipient',
    parts: failing('blocked', { kind: 'refused', fault: 'destination', status: 'blocked' }),
    fails: ending('an address that is closed to it', NEVER_LEFT),
    because: /blamed on the destination/,
  },
  {
    name: 'an error of the server that ends the message',
    parts: {
      outcomesOf: reading(({ status }) =>
        status === 500 ? { kind: 'refused', fault: 'message', status: '500' } : undefined,
      ),
    },
    fails: ending('a reply 500', IN_TROUBLE),
    because: /ends as refused/,
  },
  {
    name: 'a bad gateway that counts as taken',
    parts: { outcomesOf: reading(({ status }) => (status === 502 ? { kind: 'accepted', networkId: '1' } : undefined)) },
    fails: ending('a reply 502', IN_TROUBLE),
    because: /ends as accepted/,
  },
  {
    name: 'a gateway time-out that says it was not sent',
    parts: { outcomesOf: reading(({ status }) => (status === 504 ? { kind: 'not-sent' } : undefined)) },
    fails: ending('a reply 504', IN_TROUBLE),
    because: /ends as not-sent/,
  },
  {
    name: 'a redirect, blamed on the message',
    parts: {
      outcomesOf: reading(({ status }) =>
        status === 302 ? { kind: 'refused', fault: 'message', status: '302' } : undefined,
      ),
    },
    fails: ending('a redirect', 'refused or try-later or unknown'),
    because: /blamed on the message/,
  },
  {
    name: 'a page of a proxy that counts as taken',
    parts: {
      outcomesOf: reading(({ body, status }) =>
        status === 200 && body.startsWith('<') ? { kind: 'accepted', networkId: null } : undefined,
      ),
    },
    fails: UNREADABLE,
    because: /a page of HTML ends as accepted/,
  },
  {
    name: 'an empty body that counts as taken',
    parts: {
      outcomesOf: reading(({ body, status }) =>
        status === 200 && body === '' ? { kind: 'accepted', networkId: null } : undefined,
      ),
    },
    fails: UNREADABLE,
    because: /an empty body ends as accepted/,
  },
  {
    name: 'a reply that cannot be read and is sent again',
    parts: { outcomesOf: reading(({ body, status }) => (status === 200 && body === '{}' ? LATER : undefined)) },
    fails: UNREADABLE,
    because: /the body \{\} ends as try-later/,
  },
  {
    name: 'a submit that rejects at a reply that is no JSON',
    parts: {
      outcomesOf: (reply, ...rest) => {
        if (reply.status === 200) JSON.parse(reply.body)
        return PARTS.outcomesOf(reply, ...rest)
      },
    },
    fails: UNREADABLE,
    because: /JSON/,
  },
  {
    name: 'an id of null that becomes a text',
    parts: {
      outcomesOf: reading(({ body, status }) => {
        const [id] = status === 200 && /^\[null/.test(body) ? [String(JSON.parse(body)[0])] : []
        return id === undefined ? undefined : { kind: 'accepted', networkId: id }
      }),
    },
    fails: UNREADABLE,
    because: /the body \[null.* ends as accepted/,
  },
  {
    name: 'too fast, tried again as a failure',
    parts: { outcomesOf: reading(({ status }) => (status === 429 ? LATER : undefined)) },
    fails: TOO_FAST,
    because: /429 ends as try-later/,
  },
  {
    name: 'Retry-After that is not heeded',
    parts: { outcomesOf: reading(({ status }) => (status === 429 ? { kind: 'throttled', status: '429' } : undefined)) },
    fails: TOO_FAST,
    because: /Retry-After: 7 is not heeded/,
  },
  {
    name: 'Retry-After in milliseconds',
    parts: {
      outcomesOf: reading(({ headers, status }) =>
        status === 429
          ? { kind: 'throttled', status: '429', retryAfterMs: Number(headers['retry-after']) || undefined }
          : undefined,
      ),
    },
    fails: TOO_FAST,
    because: /Retry-After: 7 became 7 ms/,
  },
  {
    name: 'Retry-After as a date that is not read',
    parts: {
      outcomesOf: reading(({ headers, status }) =>
        status === 429
          ? { kind: 'throttled', status: '429', retryAfterMs: Number(headers['retry-after']) * 1000 }
          : undefined,
      ),
    },
    fails: TOO_FAST,
    because: /GMT became NaN ms|soon became NaN ms|undefined became NaN ms/,
  },
  {
    name: 'ids that are numbers',
    parts: withIds((id) => String(Number(id))),
    fails: IDS,
    because: /id 00017 became 17/,
  },
  {
    name: 'ids in lower case',
    parts: withIds((id) => id.toLowerCase()),
    fails: IDS,
    because: /id 0x1F became 0x1f/,
  },
  {
    name: 'ids without zeros',
    parts: withIds((id) => id.replace(/^0+/, '')),
    fails: IDS,
    because: /id 00017 became 17/,
  },
  {
    name: 'a message that the carrier itself sends again after a time-out',
    plugin: submitting(async (good, message) => {
      const outcomes = await good.submit(message)
      return isUnknown(outcomes) ? good.submit(message) : outcomes
    }),
    fails: ending('a time-out', 'unknown'),
    because: /was sent 2 times/,
  },
  {
    name: 'a message that the carrier sends again later',
    plugin: submitting(async (good, message, { clock }) => {
      const outcomes = await good.submit(message)
      if (isUnknown(outcomes)) clock.after(30_000, () => void good.submit(message))
      return outcomes
    }),
    fails: ending('a connection that breaks after the request', 'unknown'),
    because: /was sent 2 times/,
  },
  {
    name: 'a link that takes nothing after a failure',
    plugin: (good, context) => {
      let isBroken = false
      return submitting(async (link, message) => {
        if (isBroken) return [{ kind: 'not-sent' }]
        const outcomes = await link.submit(message)
        isBroken = isUnknown(outcomes)
        return outcomes
      })(good, context)
    },
    fails: ending('a time-out', 'unknown'),
    because: /does not take another message/,
  },
  {
    name: 'a request without an end',
    parts: { request: (...given) => ({ ...PARTS.request(...given), timeoutMs: 24 * 3_600_000 }) },
    fails: ending('silence', 'unknown'),
    because: /too long for a promise/,
  },
  {
    name: 'a secret in the URL',
    parts: {
      request: (message, token, signal) => ({
        ...PARTS.request(message, token, signal),
        url: `${NETWORK_URL}?token=${encodeURIComponent(token)}`,
      }),
    },
    fails: SECRETS,
    because: /a secret value is in the URL/,
  },
  {
    name: 'a secret in the outcome, as the network repeats it',
    parts: {
      outcomesOf: reading(({ body, status }) =>
        status === 401 ? { kind: 'refused', fault: 'link', status: body } : undefined,
      ),
    },
    fails: SECRETS,
    because: /a secret of the configuration is in the response/,
  },
  {
    name: 'a secret in the log, as the network repeats it',
    parts: {
      outcomesOf: reading(({ body, status }, _message, { logger }) => {
        if (status >= 400) logger.warn({ body }, 'the network refuses')
        return undefined
      }),
    },
    fails: SECRETS,
    because: /a secret value is in the log/,
  },
  {
    name: 'a text in the daily log when the network fails',
    parts: {
      outcomeOfFailure: (error, message, context) => {
        context.logger.warn({ err: error, text: message.text }, 'no answer')
        return PARTS.outcomeOfFailure(error, message, context)
      },
    },
    fails: ending('a time-out', 'unknown'),
    because: /in a log line above debug/,
  },
  {
    name: 'a stop that waits for a silent network',
    parts: {
      request: (...given) => {
        const { signal: _, ...request } = PARTS.request(...given)
        return request
      },
    },
    fails: 'a stop ends with its signal, though the network does not answer',
    because: /ms after its signal: give requests up/,
  },
  {
    name: 'a closing that waits for a silent network',
    plugin: ({ carrier }) => {
      const good = carrier?.links[0] as CarrierLink
      return { carrier: { links: [{ ...good, close: async () => good.close?.(new AbortController().signal) }] } }
    },
    fails: 'the closing of a link ends with its signal, though the network does not answer',
    because: /ms after its signal: give requests up/,
  },
  {
    name: 'a given-up request that counts as not sent',
    parts: failing('aborted', { kind: 'not-sent' }),
    fails: 'a stop whose time is over ends with its signal, though the network does not answer',
    because: /the request had gone out/,
  },
  {
    name: 'a text that is written into a form as it is',
    parts: {
      request: (message, token, signal) => ({
        ...PARTS.request(message, token, signal),
        body: `to=${message.to}&text=${message.text}`,
      }),
    },
    fails: TEXTS,
    because: /the text Fish & chips .* is sent so that the network reads another/,
  },
  {
    name: 'a text that is written into XML as it is',
    parts: {
      request: (message, token, signal) => ({
        ...PARTS.request(message, token, signal),
        body: `<sms><to>${message.to}</to><text>${message.text}</text></sms>`,
      }),
    },
    fails: TEXTS,
    because: /is sent so that the network reads another: \S+ <sms>/,
  },
  {
    name: 'octets that go out as the text of their digits',
    parts: { isText: ({ userDataHeader }) => userDataHeader === null },
    fails: 'never sends octets as a plain text',
    because: /octets went out as a plain text/,
  },
  {
    name: 'a header that is left out',
    parts: { isText: ({ encoding }) => encoding !== 'binary' },
    fails: 'never sends a text with a header as a plain text',
    because: /a text with a header went out as a plain text/,
  },
]
