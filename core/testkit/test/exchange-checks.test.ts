import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adapterChecks } from '../src/conformance/run-adapter-conformance.ts'
import { type LineMistakes, lineAdapter, lineOptions } from './fixtures/line-adapter.ts'
import { checkNamed } from './fixtures/mistaken-adapter.ts'

describe('an interface without HTTP that conforms', () => {
  const groups = adapterChecks(lineAdapter(), lineOptions).filter(({ name }) =>
    ['exchanges', 'capabilities', 'life cycle'].includes(name),
  )
  for (const check of groups.flatMap(({ checks }) => checks)) test(check.name, async () => check.run())
})

const GOOD = 'takes a line'

const MISTAKES: readonly (readonly [string, LineMistakes, string, RegExp])[] = [
  [
    'an answer before the commit',
    { answersEarly: true },
    `does not answer before what it accepted is safe: ${GOOD}`,
    /answered before the transaction was committed/,
  ],
  [
    'an error that looks like success',
    { hidesErrors: true },
    `a service that fails with unavailable does not look like success: ${GOOD}`,
    /answered like a success/,
  ],
  [
    'a server that stays',
    { staysConnected: true },
    GOOD,
    /left after stop.*a listening socket, made at .*line-adapter/s,
  ],
]

describe('the checks of exchanges notice', () => {
  for (const [name, mistakes, fails, because] of MISTAKES) {
    test(name, () => assert.rejects(checkNamed(lineAdapter(mistakes), lineOptions, fails), { message: because }))
  }

  const tables = [
    [
      'a row whose answer is another',
      [{ name: 'odd', exchange: async () => 'NO', expect: { answer: 'OK' } }],
      'odd',
      /answer should be 'OK'/,
    ],
    [
      'a client that is never answered',
      [{ name: 'mute', exchange: () => new Promise(() => undefined), expect: { answer: 'OK' } }],
      'mute',
      /'mute' was not answered within 50 ms/,
    ],
    [
      'a table without a good row',
      [],
      'its table shows what it promises',
      /no row of `exchanges` has a message accepted/,
    ],
  ] as const
  for (const [name, exchanges, fails, because] of tables) {
    test(name, async () => {
      const options = { ...lineOptions, exchanges, patienceMs: 50 }
      const checks = adapterChecks(lineAdapter(), options).flatMap((group) => group.checks)
      const results = await Promise.allSettled(
        checks.filter((each) => each.name === fails).map(async (each) => each.run()),
      )
      const messages = results.map((each) => (each.status === 'rejected' ? String(each.reason.message) : 'passed'))
      assert.ok(
        messages.some((message) => because.test(message)),
        messages.join('\n'),
      )
    })
  }
})
