import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProse } from '../find-prose.mjs'
import { refusedWords } from '../words.mjs'

const PROSE = [
  ["defineEndpoint({ id: 'a', summary: 'Unseat' })", ['Unseat']],
  [`Type.String({ description: \`At most \${MOST}.\` })`, ['At most -.']],
  [
    "nullable(timeSchema('When it ended.'), 'Null if it has not ended.')",
    ['When it ended.', 'Null if it has not ended.'],
  ],
  ["logger.warn({ err }, 'an upload was paused')", ['an upload was paused']],
  [
    `throw new GatewayError('invalid', 'bad', many ? 'Too many' : \`No \${what}\`)`,
    ['invalid', 'bad', 'Too many', 'No -'],
  ],
  ["const kind = 'no-route'", []],
  ["test('nobody is told', () => run({ name: 'nobody' }))", []],
  ['sql`select nobody from nowhere`', []],
]

const WORDS = [
  ['There is nobody here', ["'nobody': name who it is"]],
  ['A Log-in failed', ["'Log-in': the noun is 'login'"]],
  ['End the doubt', ["'doubt': name the thing itself; the glossary of contracts has the words"]],
  ['For a time that is none', ["'that is none': say what is wrong with it, for instance 'an invalid number'"]],
  ['A line that is none of these', []],
  ['Log in at `/log-in` or by `user log-in-link`', []],
  ['See /portal/log-in?to= and log-in.html, a log-in-link', []],
  ['Turn it off, one way or the other', []],
]

for (const [code, expected] of PROSE)
  test(`reads ${code}`, () => {
    const found = findProse(`\n${code}`, 'a.ts')
    assert.deepEqual([found.map(({ prose }) => prose), found.every(({ line }) => line === 2)], [expected, true])
  })
for (const [prose, words] of WORDS) test(`judges: ${prose}`, () => assert.deepEqual(refusedWords(prose), words))
