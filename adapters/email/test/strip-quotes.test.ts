import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripQuotes } from '../src/strip-quotes.ts'

/** The name of a case, the mail as programs write it, and what its writer wrote. */
const ROWS: readonly (readonly [string, string, string])[] = [
  ['a text', 'Running late, sorry.\n', 'Running late, sorry.'],
  ['a signature', 'Running late.\n\n-- \nJo Smith\nAcme Ltd\n', 'Running late.'],
  ['a signature whose blank was lost', 'Running late.\n--\nJo', 'Running late.'],
  ['dashes in a text', 'A -- B\n---\nC', 'A -- B\n---\nC'],
  ['line ends of Windows', 'One\r\nTwo\r\n\r\n-- \r\nJo\r\n', 'One\nTwo'],
  [
    'Gmail',
    'Yes\n\nOn Mon, 3 Feb 2026 at 14:30, Jo Smith <jo@acme.example> wrote:\n\n> Are you coming?\n>\n> Jo\n',
    'Yes',
  ],
  [
    'Gmail, folded',
    'Yes\n\nOn Mon, 3 Feb 2026 at 14:30, A Very Long Name of Somebody <\nsomebody.with.a.long.address@acme.example> wrote:\n\n> Are you coming?\n',
    'Yes',
  ],
  ['Apple Mail', 'Yes\n\n> On 3 Feb 2026, at 14:30, Jo <jo@acme.example> wrote:\n> \n> Are you coming?\n', 'Yes'],
  [
    'Apple Mail without marks',
    'Yes\n\nOn 3 Feb 2026, at 14:30, Jo <jo@acme.example> wrote:\n\nAre you coming?\n\nJo',
    'Yes',
  ],
  [
    'an iPhone',
    'Yes\n\nSent from my iPhone\n\n> On 3 Feb 2026, at 14:30, Jo <jo@acme.example> wrote:\n> \n> Coming?\n',
    'Yes',
  ],
  [
    'Outlook',
    'Yes\n\n-----Original Message-----\nFrom: Jo Smith <jo@acme.example>\nSent: Monday, 3 February 2026 14:30\nTo: Al\nSubject: Tonight\n\nAre you coming?\n',
    'Yes',
  ],
  [
    'Outlook with a rule',
    'Yes\n\n________________________________\nFrom: Jo Smith <jo@acme.example>\nSent: Monday, 3 February 2026 14:30\nTo: Al <al@acme.example>\nSubject: Tonight\n\nAre you coming?',
    'Yes',
  ],
  [
    'Outlook on the web, bold types as asterisks',
    'Yes\n\n*From:* Jo Smith <jo@acme.example>\n*Sent:* Monday, 3 February 2026 14:30\n*To:* Al\n*Subject:* Tonight\n\nAre you coming?',
    'Yes',
  ],
  [
    'Outlook on a telephone',
    'Yes\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Jo\nSent: Monday\nTo: Al\nSubject: x\n\nComing?',
    'Yes',
  ],
  ['Outlook on Android', 'Yes\n\nSent from Outlook for Android', 'Yes'],
  ['Thunderbird', 'Yes\n\nOn 2026/02/03 14:30, Jo Smith wrote:\n> Are you coming?\n', 'Yes'],
  ['Thunderbird, answers below', 'On 03/02/2026 14:30, Jo wrote:\n> Are you coming?\n\nYes\n\n-- \nAl', 'Yes'],
  ['answers between', 'On 03/02/2026 14:30, Jo wrote:\n> Are you coming?\nYes\n> With whom?\nAlone', 'Yes\nAlone'],
  ['Gmail in French', 'Oui\n\nLe lun. 3 févr. 2026 à 14:30, Jo <jo@acme.example> a écrit :\n\n> Tu viens ?\n', 'Oui'],
  [
    'Gmail in French, hard blank',
    'Oui\n\nLe lun. 3 févr. 2026 à 14:30, Jo <jo@acme.example> a écrit\u00a0:\n\nTu viens ?',
    'Oui',
  ],
  [
    'Outlook in French',
    'Oui\n\n-----Message d’origine-----\nDe : Jo\nEnvoyé : lundi 3 février 2026 14:30\nÀ : Al\nObjet : Ce soir\n\nTu viens ?',
    'Oui',
  ],
  [
    'Outlook in French, without a rule',
    'Oui\n\nDe : Jo Smith <jo@acme.example>\nEnvoyé : lundi 3 février 2026 14:30\nÀ : Al\nObjet : Ce soir\n\nTu viens ?',
    'Oui',
  ],
  [
    'an iPhone in French',
    'Oui\n\nEnvoyé de mon iPhone\n\n> Le 3 févr. 2026 à 14:30, Jo <jo@acme.example> a écrit :\n> \n> Tu viens ?',
    'Oui',
  ],
  ['Gmail in German', 'Ja\n\nAm Mo., 3. Feb. 2026 um 14:30 Uhr schrieb Jo <jo@acme.example>:\n\n> Kommst du?', 'Ja'],
  ['an iPhone in German', 'Ja\n\nVon meinem iPhone gesendet', 'Ja'],
  [
    'Outlook in German',
    'Ja\n\nVon: Jo <jo@acme.example>\nGesendet: Montag, 3. Februar 2026 14:30\nAn: Al\nBetreff: Heute\n\nKommst du?',
    'Ja',
  ],
  ['Gmail in Spanish', 'Sí\n\nEl lun, 3 feb 2026 a las 14:30, Jo (<jo@acme.example>) escribió:\n\n> ¿Vienes?', 'Sí'],
  ['Gmail in Dutch', 'Ja\n\nOp ma 3 feb 2026 om 14:30 schreef Jo <jo@acme.example>:\n\n> Kom je?', 'Ja'],
  ['Gmail in Afrikaans', 'Ja\n\nOp Ma. 3 Feb. 2026 om 14:30 het Jo <jo@acme.example> geskryf:\n\n> Kom jy?', 'Ja'],
  [
    'Gmail in Portuguese',
    'Sim\n\nEm seg., 3 de fev. de 2026 às 14:30, Jo <jo@acme.example> escreveu:\n\n> Vens?',
    'Sim',
  ],
  [
    'a forwarded mail',
    'See below\n\n---------- Forwarded message ---------\nHello from the other office',
    'See below\n\n---------- Forwarded message ---------\nHello from the other office',
  ],
  [
    'a text with such words',
    'On Monday I wrote:\nnothing. From: here to there.',
    'On Monday I wrote:\nnothing. From: here to there.',
  ],
  ['a price list', 'From: 10\nTo: 20', 'From: 10\nTo: 20'],
  ['nothing but a quotation', '> Are you coming?\n', ''],
  ['nothing but a signature', '-- \nJo', ''],
  ['nothing', '', ''],
]

describe('what the writer of a mail has written', () => {
  for (const [name, mail, text] of ROWS) test(name, () => assert.equal(stripQuotes(mail), text))

  test('long and strange texts take no time', () => {
    const begun = process.cpuUsage()
    for (const line of ['On ', 'Le a écrit ', 'From: ', '-- ', '>', '_'.repeat(100), 'on @ wrote '])
      stripQuotes(`${line.repeat(100_000 / line.length)}\n`.repeat(10))
    stripQuotes('On x\n'.repeat(100_000))
    // CPU time in microseconds: work that grows with the square of the length would take minutes.
    const { user, system } = process.cpuUsage(begun)
    assert.ok(user + system < 10_000_000, `${user + system} us`)
  })
})
