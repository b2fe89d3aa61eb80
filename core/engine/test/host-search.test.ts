import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { createHostSearch, type SearchedHosts } from '../src/database/host-search.ts'
import type { Host } from '../src/database/hosts.ts'
import { NO_SUITABLE_HOST, NoSuitableHostError } from '../src/database/no-suitable-host.ts'
import { mayStay, type SessionFacts, type SessionTarget } from '../src/database/session-target.ts'

const PRIMARY: SessionFacts = { isReadOnly: false, isStandby: false }
const READ_ONLY: SessionFacts = { isReadOnly: true, isStandby: false }
const STANDBY: SessionFacts = { isReadOnly: true, isStandby: true }
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const REFUSES = Object.assign(new Error('password authentication failed'), { code: '28P01' })

type Answer = SessionFacts | Error

const hostsOf = (count: number): readonly Host[] =>
  Array.from({ length: count }, (_, index) => ({ name: `h${index + 1}`, port: 5432 }))

interface Row {
  readonly target: SessionTarget
  readonly answers: readonly Answer[]
  /** The number of the host, from 1. */
  readonly chosen: number | undefined
  readonly asked: number
}

const ROWS: readonly Row[] = [
  { target: 'any', answers: [STANDBY, PRIMARY], chosen: 1, asked: 1 },
  { target: 'any', answers: [AWAY, STANDBY, PRIMARY], chosen: 2, asked: 2 },
  { target: 'any', answers: [REFUSES, PRIMARY], chosen: 2, asked: 2 },
  { target: 'any', answers: [AWAY, AWAY], chosen: undefined, asked: 2 },
  { target: 'read-write', answers: [STANDBY, READ_ONLY, PRIMARY, PRIMARY], chosen: 3, asked: 3 },
  { target: 'read-write', answers: [STANDBY, READ_ONLY], chosen: undefined, asked: 2 },
  { target: 'read-only', answers: [PRIMARY, READ_ONLY], chosen: 2, asked: 2 },
  { target: 'read-only', answers: [PRIMARY, STANDBY], chosen: 2, asked: 2 },
  { target: 'primary', answers: [STANDBY, READ_ONLY], chosen: 2, asked: 2 },
  { target: 'standby', answers: [PRIMARY, READ_ONLY, STANDBY], chosen: 3, asked: 3 },
  { target: 'standby', answers: [PRIMARY], chosen: undefined, asked: 1 },
  { target: 'prefer-standby', answers: [PRIMARY, STANDBY], chosen: 2, asked: 2 },
  { target: 'prefer-standby', answers: [AWAY, PRIMARY, READ_ONLY], chosen: 2, asked: 3 },
  { target: 'prefer-standby', answers: [AWAY], chosen: undefined, asked: 1 },
]

describe('the host that is used', () => {
  for (const { target, answers, chosen, asked } of ROWS)
    test(`${target} of ${answers.map(nameOf).join(', ')}: ${chosen ?? 'none'}`, async () => {
      const hosts = hostsOf(answers.length)
      const names: string[] = []
      const find = createHostSearch({
        hosts,
        target,
        clock: createManualClock(),
        async ask(host) {
          names.push(host.name)
          const answer = answers[hosts.indexOf(host)]
          if (answer === undefined || answer instanceof Error) throw answer
          return answer
        },
      })
      const found = await find()
      assert.equal(found.host, chosen === undefined ? undefined : hosts[chosen - 1])
      assert.deepEqual(
        names,
        hosts.slice(0, asked).map(({ name }) => name),
      )
      assert.deepEqual(
        found.outcomes.map(({ host }) => host),
        hosts.slice(0, asked),
      )
    })
})

function nameOf(answer: Answer): string {
  if (answer instanceof Error) return answer === AWAY ? 'one that is away' : 'one that refuses'
  return answer.isStandby ? 'a standby' : answer.isReadOnly ? 'one that only reads' : 'a primary'
}

/** Three hosts that answer when they are told to. */
function searchThree(target: SessionTarget = 'read-write') {
  const clock = createManualClock()
  const asked: { readonly name: string; readonly answer: (answer: Answer) => Promise<void> }[] = []
  const find = createHostSearch({
    hosts: hostsOf(3),
    target,
    clock,
    ask: ({ name }) =>
      new Promise((resolve, reject) => {
        const answer = (given: Answer) => {
          if (given instanceof Error) reject(given)
          else resolve(given)
          return new Promise<void>(setImmediate)
        }
        asked.push({ name, answer })
      }),
  })
  return { clock, asked, find, names: () => asked.map(({ name }) => name).join() }
}

describe('a host that does not answer', () => {
  test('holds the next one up for half a second', async () => {
    const { clock, asked, find, names } = searchThree()
    const found = find()
    clock.advance(499)
    assert.equal(names(), 'h1')
    clock.advance(1)
    assert.equal(names(), 'h1,h2')
    await asked[1]?.answer(PRIMARY)
    assert.equal((await found).host?.name, 'h2')
    clock.advance(10_000)
    assert.equal(names(), 'h1,h2')
  })

  test('is used if it answers before the others', async () => {
    const { clock, asked, find, names } = searchThree()
    const found = find()
    clock.advance(500)
    await asked[1]?.answer(STANDBY)
    assert.equal(names(), 'h1,h2,h3')
    await asked[0]?.answer(PRIMARY)
    assert.equal((await found).host?.name, 'h1')
  })

  test('is waited for when no other suits', async () => {
    const { clock, asked, find } = searchThree()
    const found = find()
    clock.advance(500)
    await asked[1]?.answer(STANDBY)
    await asked[2]?.answer(AWAY)
    await asked[0]?.answer(REFUSES)
    const { host, outcomes } = await found
    assert.deepEqual([host, outcomes.map((outcome) => outcome.host.name).join()], [undefined, 'h1,h2,h3'])
  })
})

test('who asks during a search shares it, and who asks later has a new one', async () => {
  const { asked, find, names } = searchThree('any')
  const shared: readonly Promise<SearchedHosts>[] = [find(), find()]
  await asked[0]?.answer(PRIMARY)
  assert.deepEqual(
    (await Promise.all(shared)).map(({ host }) => host?.name),
    ['h1', 'h1'],
  )
  assert.equal(names(), 'h1')
  find()
  assert.equal(names(), 'h1,h1')
})

test('a primary stays in use where a standby would be preferred, and no longer where one is needed', () => {
  assert.deepEqual([mayStay('prefer-standby', PRIMARY), mayStay('standby', PRIMARY)], [true, false])
  assert.deepEqual([mayStay('read-write', PRIMARY), mayStay('read-write', READ_ONLY)], [true, false])
})

describe('the error when no host suits', () => {
  const [first, second] = hostsOf(2) as [Host, Host]

  test('names each with its reason', () => {
    const several = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
    const outcomes = [
      { host: first, facts: STANDBY },
      { host: second, error: several },
    ] as const
    const error = new NoSuitableHostError('read-write', outcomes)
    const reasons = 'h1:5432 is a standby; h2:5432: ECONNREFUSED'
    assert.equal(error.message, `no host suits target_session_attrs=read-write: ${reasons}`)
    assert.equal(error.code, NO_SUITABLE_HOST)
  })

  test('has their code when they have one in common', () => {
    const codeOf = (...errors: readonly Error[]) =>
      new NoSuitableHostError(
        'any',
        errors.map((error) => ({ host: first, error })),
      ).code
    assert.equal(codeOf(AWAY, AWAY), 'ECONNREFUSED')
    assert.equal(codeOf(AWAY, REFUSES), NO_SUITABLE_HOST)
    assert.equal(codeOf(new Error('timeout expired'), new Error('timeout expired')), NO_SUITABLE_HOST)
  })
})
