import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError } from '../src/command-error.ts'
import { knownSecrets } from '../src/known-secrets.ts'
import { createOutput } from '../src/output.ts'
import { reportError } from '../src/report-error.ts'
import type { Terminal } from '../src/terminal.ts'

function capture(): { readonly terminal: Terminal; readonly written: { out: string; err: string } } {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    out(text) {
      written.out += text
    },
    err(text) {
      written.err += text
    },
  }
  return { terminal, written }
}

/** Errors as drivers and modules produce them; none of these passwords may be shown. */
const LEAKS: readonly { readonly name: string; readonly error: unknown }[] = [
  { name: 'the URL of the database', error: new Error('no host in postgres://app:hunter22@db:5432/sms') },
  { name: 'a connection string', error: new Error("cannot connect: host=db password='hunter22' user=app") },
  { name: 'what a module throws', error: 'bind refused, password=hunter22' },
  { name: 'details', error: new CommandError('x', 'y', { details: { list: ['http://u:hunter22@proxy'] } }) },
  { name: 'a secret of the configuration', error: new CommandError('x', 'sesame-1 was refused') },
]

for (const { name, error } of LEAKS) {
  test(`an error tells no secret: ${name}`, () => {
    knownSecrets.add('sesame-1')
    for (const json of [true, false]) {
      const { terminal, written } = capture()
      reportError(terminal, error, json)
      assert.doesNotMatch(written.err, /hunter22|sesame-1/)
      assert.match(written.err, /\[redacted\]/)
      if (json) assert.ok(JSON.parse(written.err).error)
    }
  })
}

const FORGED = 'Acme\u001b[2J\u009b1m\u202e\u0007\r'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come.
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/

test('names of clients cannot control a terminal, and JSON keeps them', () => {
  for (const json of [true, false]) {
    const { terminal, written } = capture()
    createOutput(terminal, json).result({ name: FORGED }, [`1001  ${FORGED}\nok  forged`])
    createOutput(terminal, json).note(FORGED)
    reportError(terminal, new CommandError('x', FORGED), json)
    assert.doesNotMatch(written.out + written.err, CONTROL)
    assert.equal(written.out.trimEnd().split('\n').length, 1)
    if (json) assert.deepEqual([JSON.parse(written.out).name, JSON.parse(written.err).error.message], [FORGED, FORGED])
  }
})
