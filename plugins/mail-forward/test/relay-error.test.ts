import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMailError } from '../src/relay-error.ts'

const ROWS: readonly (readonly [string, object, 'temporary' | 'permanent'])[] = [
  ['an unknown recipient', { responseCode: 550, command: 'RCPT TO' }, 'permanent'],
  ['a recipient put off (greylisting)', { responseCode: 450, command: 'RCPT TO' }, 'temporary'],
  ['a sender that the relay does not let through', { responseCode: 553, command: 'MAIL FROM' }, 'permanent'],
  ['a content that is refused', { responseCode: 554, command: 'DATA' }, 'permanent'],
  ['a full disk', { responseCode: 452, command: 'DATA' }, 'temporary'],
  ['a mail that is larger than the relay says it takes', { command: 'MAIL FROM' }, 'permanent'],
  ['a wrong password', { responseCode: 535, command: 'AUTH PLAIN' }, 'temporary'],
  ['STARTTLS that is not offered', { code: 'ETLS', command: 'STARTTLS' }, 'temporary'],
  ['a greeting that turns everybody away', { responseCode: 554, command: 'CONN' }, 'temporary'],
  ['a relay that hangs up', { code: 'ECONNECTION', command: 'CONN' }, 'temporary'],
  ['a relay that is not there', { code: 'ESOCKET' }, 'temporary'],
]
for (const [name, error, failure] of ROWS)
  test(`${name} is ${failure}`, () => {
    const cause = Object.assign(new Error('what the relay said'), error)
    const { message, ...reported } = toMailError(cause)
    assert.deepEqual([message, reported.failure], ['what the relay said', failure])
  })
