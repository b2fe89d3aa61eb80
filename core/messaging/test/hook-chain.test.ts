import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Clock,
  type Hooks,
  isGatewayError,
  type MessageToRoute,
  PRIORITIES,
  type Principal,
  type RequestToAccept,
} from '@heliograph/contracts'
import { createHookChain, type HookFault } from '../src/index.ts'

/** A clock whose timers the test lets pass. */
function createTimers(): Clock & { pass(): void; readonly waits: readonly number[] } {
  const timers = new Map<() => void, number>()
  return {
    now: () => 0,
    after(delayMs, callback) {
      timers.set(callback, delayMs)
      return () => void timers.delete(callback)
    },
    pass() {
      for (const callback of [...timers.keys()]) callback()
    },
    get waits() {
      return [...timers.values()]
    },
  }
}

function makeChain(hooks: Readonly<Record<string, Hooks>>) {
  const clock = createTimers()
  const faults: HookFault[] = []
  const isRoute = (name: string) => ['default', 'other'].includes(name)
  const chain = createHookChain(new Map(Object.entries(hooks)), {
    clock,
    isRoute,
    onFault: (fault) => faults.push(fault),
  })
  return { chain, clock, faults }
}

function given(text: string): RequestToAccept {
  const messages = [{ text, destinations: [{ to: '27821234567' }] }]
  const request = {
    origin: 'test',
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: true,
    messages,
  } as const
  return { principal: { clientId: 1 } as Principal, request }
}

const message: MessageToRoute = {
  clientId: 1,
  origin: 'test',
  from: 'ACME',
  to: '27821234567',
  parts: 1,
  priority: PRIORITIES.HIGH,
  route: 'default',
}

const never = () => new Promise<never>(() => {})

describe('a chain of hooks', () => {
  test('without any asks nothing', async () => {
    const { chain } = makeChain({})
    assert.deepEqual([chain.isAccepting, chain.isRouting], [false, false])
    const one = given('a')
    assert.deepEqual(await chain.accept([one]), [{ request: one.request }])
    assert.deepEqual(await chain.route([message]), ['default'])
  })

  test('decides each request of a batch for itself', async () => {
    const refusing: Hooks = {
      onFault: 'refuse',
      beforeAccepting: (all) =>
        all.map(({ request }) => {
          const text = request.messages[0]?.text
          if (text === 'no') return { refuse: { category: 'throttled', text: 'Enough' } }
          return text === 'other' ? { messages: [{ route: 'other' }] } : undefined
        }),
    }
    const { chain } = makeChain({ refusing })
    const [yes, no, other] = await chain.accept([given('yes'), given('no'), given('other')])
    assert.deepEqual(yes, { request: given('yes').request })
    assert.ok(isGatewayError(no))
    assert.deepEqual([no.category, no.code, no.publicMessage], ['throttled', 'refused-by-hook', 'Enough'])
    assert.deepEqual(other, { request: given('other').request, terms: [{ route: 'other', pricePerPart: undefined }] })
  })

  for (const [deadlineMs, expected] of [
    [undefined, 50],
    [7, 7],
  ] as const)
    test(`waits ${expected} ms for an answer, and then ends the call`, async () => {
      let signal = new AbortController().signal
      const slow: Hooks = {
        onFault: 'refuse',
        deadlineMs,
        beforeAccepting(_, given) {
          signal = given
          return never()
        },
      }
      const { chain, clock, faults } = makeChain({ slow })
      const asked = chain.accept([given('a'), given('b')])
      assert.deepEqual([clock.waits, signal.aborted], [[expected], false])
      clock.pass()
      const codes = (await asked).map((outcome) => isGatewayError(outcome) && outcome.code)
      assert.deepEqual([codes, signal.aborted, clock.waits], [['hook-failed', 'hook-failed'], true, []])
      const [{ instance, call, error } = assert.fail()] = faults
      assert.deepEqual([instance, call], ['slow', 'beforeAccepting'])
      assert.match(String(error), new RegExp(`within ${expected} ms`))
    })

  test('leaves no timer behind, and takes no harm from an error that comes late', async () => {
    let fail = (_: Error) => {}
    const late = new Promise<never>((_, reject) => {
      fail = reject
    })
    const { chain, clock, faults } = makeChain({ late: { onFault: 'pass', beforeAccepting: () => late } })
    const asked = chain.accept([given('a')])
    clock.pass()
    assert.deepEqual(await asked, [{ request: given('a').request }])
    fail(new Error('late'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([faults.length, clock.waits], [1, []])
  })

  test('goes on with the next hook after one that may fail', async () => {
    const bad: Hooks = { onFault: 'pass', beforeAccepting: () => [], beforeRouting: () => ['nowhere'] }
    const good: Hooks = {
      onFault: 'refuse',
      beforeAccepting: (all) => all.map(() => ({ messages: [{ from: 'GOOD' }] })),
      beforeRouting: (all) => all.map(({ route }) => (route === 'default' ? 'other' : undefined)),
    }
    const { chain, faults } = makeChain({ a: bad, b: good })
    const [outcome] = await chain.accept([given('a')])
    assert.ok(outcome !== undefined && !isGatewayError(outcome))
    assert.equal(outcome.request.messages[0]?.from, 'GOOD')
    assert.deepEqual(await chain.route([message]), ['other'])
    assert.deepEqual(
      faults.map(({ instance, call, error }) => [instance, call, String(error)]),
      [
        ['a', 'beforeAccepting', 'Error: The answer of the hook cannot be: it has 0 entries for 1'],
        ['a', 'beforeRouting', "Error: The answer of the hook cannot be: there is no route 'nowhere'"],
      ],
    )
  })
})
