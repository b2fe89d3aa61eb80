import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { findOptOutKeyword, isOptIn, OPT_OUT_KEYWORDS } from '../src/index.ts'
import './fixed-seed.ts'

const KEYWORDS = [
  'STOP',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT-OUT',
  'OPT OUT',
  'REMOVE',
  'STOPALL',
  'UNSUB',
  'ARRET',
  'ARRETER',
]

describe('opt-out keywords', () => {
  it('are those of the specification', () => assert.deepEqual(OPT_OUT_KEYWORDS, KEYWORDS))

  // spec: Contact subscription states | rule | opt-out keyword recognised in any case -> finds STOP alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword STOP -> finds STOP alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword UNSUBSCRIBE -> finds UNSUBSCRIBE alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword CANCEL -> finds CANCEL alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword END -> finds END alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword QUIT -> finds QUIT alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword OPTOUT -> finds OPTOUT alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword OPT-OUT -> finds OPT-OUT alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword OPT OUT -> finds OPT OUT alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword REMOVE -> finds REMOVE alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword STOPALL -> finds STOPALL alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword UNSUB -> finds UNSUB alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword ARRET -> finds ARRET alone, in any case, and inside a sentence
  // spec: Opt-out webhook | text | keyword ARRETER -> finds ARRETER alone, in any case, and inside a sentence
  // spec: Opt-out webhook | rule | keywords in any case, anywhere in the text -> finds STOP alone, in any case, and inside a sentence
  for (const keyword of KEYWORDS) {
    it(`finds ${keyword} alone, in any case, and inside a sentence`, () => {
      for (const text of [keyword, keyword.toLowerCase(), `Please ${keyword.toLowerCase()} now`]) {
        assert.equal(findOptOutKeyword(text, 'contains'), keyword)
      }
      assert.equal(findOptOutKeyword(`x${keyword}`, 'contains'), undefined)
      assert.equal(findOptOutKeyword(`${keyword}x`, 'contains'), undefined)
    })
  }
})

describe('findOptOutKeyword anywhere', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['please stop', 'STOP'],
    ['STOP!', 'STOP'],
    ['"Stop"', 'STOP'],
    // spec: Opt-out webhook | rule | the keyword is told in upper case -> finds OPT-OUT in "Opt-out."
    ['Opt-out.', 'OPT-OUT'],
    ['opt   out', 'OPT OUT'],
    ['opt\n\tout', 'OPT OUT'],
    ['optout', 'OPTOUT'],
    ['opt\u2011out', 'OPT-OUT'],
    ['ARRÊT', 'ARRET'],
    ['Arrêter svp', 'ARRETER'],
    ['arre\u0302t', 'ARRET'],
    ['ＳＴＯＰ', 'STOP'],
    ['bus stop 12', 'STOP'],
    ['the END.', 'END'],
    ["Please don't END the meeting", 'END'],
    ['stop - thanks', 'STOP'],
    ['stop—thanks', 'STOP'],
    ['stop-2', 'STOP'],
    ['stopall', 'STOPALL'],
    ['unsubscribe', 'UNSUBSCRIBE'],
    ['unsub', 'UNSUB'],
    ['cancel or stop', 'CANCEL'],
    ['stop or cancel', 'STOP'],
    ['weekend stop', 'STOP'],
    ['weekend', undefined],
    ['week-end', undefined],
    ['friend', undefined],
    ['send', undefined],
    ['ending', undefined],
    ['stopped', undefined],
    ['non-stop', undefined],
    ['STOP-please', undefined],
    ['cancelled', undefined],
    ['cancellation', undefined],
    ['stop2', undefined],
    ['2stop', undefined],
    ['stop_', undefined],
    ['_stop', undefined],
    ["stop's", undefined],
    ['stop\u2019s', undefined],
    ["l'arrêt", undefined],
    ["'stop'", 'STOP'],
    ['\u2018stop\u2019', 'STOP'],
    ["don't: stop", 'STOP'],
    ['non\u2010stop', undefined],
    ['non\u2011stop', undefined],
    ['non\u00adstop', undefined],
    ['non\ufe63stop', undefined],
    ['non\uff0dstop', undefined],
    ['opt\u00a0out', 'OPT OUT'],
    ['opt\u3000out', 'OPT OUT'],
    ['opt\u2028out', 'OPT OUT'],
    ['opt\u0085out', 'OPT OUT'],
    ['please\u200bstop', 'STOP'],
    ['ｓｔｏｐ！', 'STOP'],
    ['🛑STOP🛑', 'STOP'],
    ['https://acme.example/stop', undefined],
    ['see www.stop.example', undefined],
    ['see (www.stop.example)', undefined],
    ['stop@acme.example', undefined],
    ['mail to <me.stop@acme>', undefined],
    ['stop.com', undefined],
    ['acme.com/stop', undefined],
    ['acme.co.za/stop?end=1', undefined],
    ['bus-stop.co.za.', undefined],
    ['acme.shop/stop', undefined],
    ['stop www.acme.example', 'STOP'],
    ['www.acme.example,stop', 'STOP'],
    ['stop.thanks', 'STOP'],
    ['Stop.I mean it', 'STOP'],
    ['wrong number.stop', 'STOP'],
    ['stop.it', 'STOP'],
    ['stop @acme', 'STOP'],
    ['stop/end', 'STOP'],
    ['stop...', 'STOP'],
    ['opt', undefined],
    ['JOIN', undefined],
    ['', undefined],
  ]
  for (const [text, keyword] of rows) {
    it(`${keyword === undefined ? 'finds nothing' : `finds ${keyword}`} in ${JSON.stringify(text)}`, () => {
      assert.equal(findOptOutKeyword(text, 'contains'), keyword)
    })
  }
})

describe('findOptOutKeyword narrowed per channel', () => {
  const rows: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['STOP', 'STOP', 'STOP'],
    [' "stop!" ', 'STOP', 'STOP'],
    ['opt  out', 'OPT OUT', 'OPT OUT'],
    ['stop it', 'STOP', undefined],
    ['please stop', undefined, undefined],
    ['2 stop', undefined, undefined],
    ['weekend stop', undefined, undefined],
    ['🛑 ¡Stop! 🙏', 'STOP', 'STOP'],
    ['-- stop --', 'STOP', 'STOP'],
    ['www.acme.example stop', undefined, undefined],
    ['stop www.acme.example', 'STOP', undefined],
  ]
  for (const [text, firstWord, exact] of rows) {
    it(`reads ${JSON.stringify(text)} as first word ${firstWord} and exact ${exact}`, () => {
      assert.equal(findOptOutKeyword(text, 'first-word'), firstWord)
      assert.equal(findOptOutKeyword(text, 'exact'), exact)
    })
  }
})

describe('isOptIn', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    // spec: Contact subscription states | rule | JOIN recognised as opt-in -> says true to "JOIN"
    ['JOIN', true],
    ['join', true],
    [' "Join!" ', true],
    ['join me in', true],
    ['can I join?', false],
    ['joining', false],
    ['re-join', false],
    ['JOIN-us', false],
    ["join's", false],
    ['JOIN1', false],
    ['(join)', true],
    ['¡Únete! join', false],
    ['🙂 ｊｏｉｎ', true],
    ['join.me', false],
    ['enjoin', false],
    ['', false],
  ]
  for (const [text, joins] of rows) {
    it(`says ${joins} to ${JSON.stringify(text)}`, () => assert.equal(isOptIn(text), joins))
  }
})

describe('keyword properties', () => {
  it('finds a keyword of the list or nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const keyword = findOptOutKeyword(text, 'contains')
        return keyword === undefined || KEYWORDS.includes(keyword)
      }),
    )
  })

  it('stays quick on the longest text a sender can make', () => {
    // Other processes of the machine are not under test.
    const begun = process.cpuUsage()
    for (const text of [
      'opt '.repeat(9_750),
      ' '.repeat(39_000),
      'stop-'.repeat(7_800),
      '-a'.repeat(19_500),
      'a.'.repeat(19_500),
      'a@'.repeat(19_500),
      ':/'.repeat(19_500),
    ]) {
      findOptOutKeyword(text, 'exact')
    }
    const { user, system } = process.cpuUsage(begun)
    assert.ok(user + system < 1_000_000)
  })
})
