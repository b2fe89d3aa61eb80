import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { carrierChecks } from '../src/conformance/run-carrier-conformance.ts'
import { tinyCarrierOptions } from './fixtures/carrier-mistakes.ts'
import { createNetwork, type Mistakes, networkedCarrier } from './fixtures/networked-carrier.ts'

/** The checks of a network; waiting for something that never happens takes `patienceMs` of real time. */
function networkChecksOf(mistakes?: Mistakes, patienceMs?: number) {
  const wire = createNetwork()
  const options = { ...tinyCarrierOptions, patienceMs, network: wire.network }
  const groups = carrierChecks(networkedCarrier(wire, mistakes), options)
  return groups
    .filter(({ name }) => name === 'network' || name === 'late answers' || name === 'opening and closing')
    .flatMap(({ checks }) => checks)
}

describe('a carrier with a network that conforms', () => {
  for (const check of networkChecksOf()) test(check.name, () => check.run())
})

const UNANSWERED = "a part that is met by 'no-answer' ends as unknown, and the next goes out"
const ONLY = 'each part has an outcome of its own, and only the parts asked for go out again'
const CUT = 'what is outstanding when connections break ends as unknown, and the link comes up again'
const LATE = 'an answer that comes after the time-out is reported, for its attempt and part'
const CONNECTIONS = 'closed links have no connections'
const REFUSED_SMS = 'an incoming SMS that the gateway cannot take is not acknowledged'

const MISTAKES: readonly (readonly [string, Mistakes, string, RegExp])[] = [
  ['a part without an answer taken for refused', { unanswered: { kind: 'not-sent' } }, UNANSWERED, /not-sent/],
  ['a link that is done for after a time-out', { staysDown: true }, UNANSWERED, /too long for link main to be up/],
  [
    'a receipt that is dropped because its message is not known yet',
    { dropsEarlyReceipts: true },
    'a receipt that comes before the answer is handed on',
    /too long for the receipt/,
  ],
  [
    'a repeated receipt that is never acknowledged',
    { ignoresRepeatedReceipts: true },
    'a receipt that comes twice is acknowledged twice',
    /too long for every receipt to be acknowledged/,
  ],
  ['one outcome for parts that ended differently', { oneOutcomeForAll: true }, ONLY, /try-later/],
  ['parts sent again that were taken', { ignoresOnly: true }, ONLY, /sends the one that is missing/],
  [
    'a part sent alone under a reference the others do not have',
    { trustsOnly: true },
    'parts whose others it does not know go out again with all of them, or fit them',
    /every part is answered for/,
  ],
  ['an answer that is dropped because it came late', { dropsLateAnswers: true }, LATE, /too long for the late answer/],
  ['an answer for another attempt', { wrongLateAttempt: true }, LATE, /attempt: 0/],
  ['what broke off taken for not sent', { afterCut: { kind: 'not-sent' } }, CUT, /not-sent/],
  ['a link that does not come up again', { staysDown: true }, CUT, /too long for link main to be up/],
  [
    'what was outstanding at stop taken for not sent',
    { afterStop: { kind: 'not-sent' } },
    'what is outstanding at stop ends as unknown',
    /not-sent/,
  ],
  ['an SMS acknowledged before it is safe', { acknowledgesAll: true }, REFUSED_SMS, /was acknowledged though/],
  [
    'parts of an SMS handed on as whole ones',
    { losesSegments: true },
    'parts of an incoming SMS are handed on as such, in any order',
    /undefined/,
  ],
  ['a connection before a link is opened', { connectsAtStart: true }, CONNECTIONS, /connections before open/],
  ['a connection that outlives the close', { staysConnected: true }, CONNECTIONS, /connections after close/],
  [
    'an SMS by a link there is not',
    { wrongLink: true },
    'an incoming SMS is handed on and acknowledged',
    /link nowhere, which there is not/,
  ],
]

describe('the network checks notice', { concurrency: true }, () => {
  for (const [name, mistakes, fails, because] of MISTAKES) {
    test(name, async () => {
      const check = networkChecksOf(mistakes, 2_000).find((each) => each.name === fails)
      assert.ok(check, `there is no check '${fails}'`)
      await assert.rejects(async () => check.run(), { message: because })
    })
  }
})
