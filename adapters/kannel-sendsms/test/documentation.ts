import assert from 'node:assert/strict'
import { code, renderParametersTable, renderTable } from '@heliograph/testkit'
import { REFUSALS } from '../src/errors.ts'
import { ESCAPE_LETTERS } from '../src/escapes.ts'
import { DIFFERENCES } from './kannel-cases.ts'

const ESCAPES: readonly (readonly [letters: string, meaning: string])[] = [
  ['d', 'what is told, see above'],
  ['p', 'the receiver, as the client wrote it'],
  ['P', 'the sender, as the client wrote it; the channel used when it named none'],
  ['qQ', 'the same, with `+` in place of `00` in front'],
  ['t', 'when it happened, `YYYY-MM-DD+hh:mm:ss` in UTC'],
  ['T', 'the same in seconds since 1970'],
  ['I', 'the id of the message, a UUID that is the same in all its receipts'],
  ['F', "the network's id of its first part; empty when no network was reached"],
  ['n', 'the user of the login'],
  ['o', '`account`, which Kannel leaves empty here'],
  [
    'aAb',
    'the receipt as an SMSC writes it: `id:... sub:001 dlvrd:001 submit date:... done date:... stat:DELIVRD err:000 text:`',
  ],
  ['k', 'its first word'],
  ['r', 'its other words'],
  ['cmM', '-1, as with Kannel'],
  ['C', '`UTF-8`'],
  ['O', '`00`'],
  ['%', 'a percent sign'],
  ['BDfiRsSuvV', 'nothing, and `%#group#name#` as well'],
]

/** Tables of the README, by their names there. */
export function documentation() {
  assert.deepEqual(ESCAPES.flatMap(([letters]) => [...letters]).sort(), [...ESCAPE_LETTERS].sort())
  return {
    parameters: renderParametersTable([
      { names: ['username', 'user'], required: true, meaning: 'The e-mail of a user.' },
      { names: ['password', 'pass'], required: true, meaning: 'An API key of that user, or its password.' },
      { names: ['to'], required: true, meaning: 'Receivers in local or international form, separated by blanks.' },
      { names: ['text'], required: true, meaning: 'The text, or octets.' },
      { names: ['from'], required: false, meaning: 'A channel of the client; any other means the default one.' },
      { names: ['charset'], required: false, meaning: 'Of the text. UTF-8, with `coding=2` UTF-16BE.' },
      {
        names: ['coding'],
        required: false,
        meaning: '0 or 2 text, 1 octets. Octets when there is a `udh`, else text.',
      },
      {
        names: ['udh'],
        required: false,
        meaning: 'User data header with its length in front; in headers also in hexadecimal.',
      },
      { names: ['mclass'], required: false, meaning: '0: shown at once and not stored. Others have no effect.' },
      { names: ['validity'], required: false, meaning: 'Minutes from now until it is no longer worth sending.' },
      { names: ['deferred'], required: false, meaning: 'Minutes from now until it is sent.' },
      {
        names: ['account'],
        required: false,
        meaning: 'A label that the client gives; reports have it as the reference; at most 64 characters.',
      },
      { names: ['dlr-mask', 'dlrmask'], required: false, meaning: 'Which receipts are wanted.' },
      { names: ['dlr-url', 'dlrurl'], required: false, meaning: 'Where they go, with escapes.' },
    ]),
    escapes: renderTable(
      ['Escape', 'Stands for'],
      ESCAPES.map(([letters, meaning]) => [[...letters].map((letter) => code(`%${letter}`)).join(', '), meaning]),
    ),
    refusals: renderTable(
      ['Status', 'Text'],
      [
        ...Object.entries(REFUSALS).map(([name, text]) => [
          name === 'unsupported-content-type' ? '415' : '400',
          code(text),
        ]),
        [
          '400',
          '`<name> field misformed, rejected`: DLR-Mask, MClass, PID, RPI, Alt-DCS, MWI, Coding, Compress, Validity, Deferred, Priority',
        ],
        ['403', '`Authorization failed for sendsms`'],
        [
          '403',
          '`Not routable. Do not try again.`: no credit, no channel, a contact that opted out, a text of more than 255 parts',
        ],
        ['503', '`Temporal failure, try again later.`'],
      ],
    ),
    differences: renderTable(
      ['Request', 'Kannel', 'Here', 'Because'],
      DIFFERENCES.map(({ name, kannel, here, why }) => [name, code(kannel), code(here), why]),
    ),
  }
}
