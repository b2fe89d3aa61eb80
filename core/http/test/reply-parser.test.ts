import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type RawReply, ReplyParser } from '../src/outbound/reply-parser.ts'
import { CUT_REPLIES, INTERIM_REPLIES, MALFORMED_REPLIES, REPLIES, UNFINISHED_REPLIES } from './replies.ts'

interface Reading {
  readonly isHead: boolean
  readonly limit: number
}

interface Read {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isCut: boolean
  /** Also false when octets were left over: the connection closes over those whenever they come. */
  readonly isKept: boolean
  readonly keepAliveMs: number | undefined
}

type Outcome = Read | 'malformed' | 'unfinished'

const LIKE_GET: Reading = { isHead: false, limit: 65_536 }

/** What becomes of the octets when they arrive in these pieces, and the connection then ends. */
function read(pieces: readonly Buffer[], { isHead, limit }: Reading): Outcome {
  const parser = new ReplyParser()
  parser.begin(isHead, limit)
  let reply: RawReply | undefined
  let left = pieces.length
  try {
    for (const piece of pieces) {
      left -= 1
      const buffer = Buffer.from(piece)
      reply = parser.take(buffer)
      // As the connection does, which reads all into one buffer.
      buffer.fill('!')
      if (reply !== undefined) break
    }
  } catch (error) {
    assert.equal((error as Error).name, 'MalformedReply')
    return 'malformed'
  }
  reply ??= parser.end()
  if (reply === undefined) return 'unfinished'
  const { status, headers, octets, isCut, isKept, keepAliveMs } = reply
  return { status, headers, body: octets.toString('latin1'), isCut, isKept: isKept && left === 0, keepAliveMs }
}

/** The same outcome whole, octet by octet and, unless it is long, cut in two at every position. */
function readInEveryForm(raw: string, reading: Reading): Outcome {
  const octets = Buffer.from(raw, 'latin1')
  const outcome = read([octets], reading)
  const single = Array.from(octets, (octet) => Buffer.of(octet))
  assert.deepEqual(read(single, reading), outcome, 'octet by octet')
  for (let at = 1; at < octets.length && octets.length < 2_000; at += 1) {
    const halves = [octets.subarray(0, at), octets.subarray(at)]
    assert.deepEqual(read(halves, reading), outcome, `cut at ${at}`)
  }
  return outcome
}

describe('replies', () => {
  for (const [name, raw, expected, isHead = false] of REPLIES) {
    it(name, () => {
      const outcome = readInEveryForm(raw, { isHead, limit: 65_536 })
      assert.ok(typeof outcome === 'object', String(outcome))
      const { status, body, isKept, isCut } = outcome
      assert.deepEqual([status, body, isKept, isCut], [...expected, false])
    })
  }

  it('have their headers in lower case, repeated ones joined, and blanks around the values dropped', () => {
    const fields = [
      'X-A: 1',
      'x-a:2',
      'Empty:',
      'Blank: \t ',
      'Wide: \t a \t b\t ',
      'constructor: c',
      "!#$%&'*+-.^_`|~9: t",
    ]
    const outcome = readInEveryForm(`HTTP/1.1 204 No\r\n${fields.join('\r\n')}\r\nHigh: \xe9\xa0\r\n\r\n`, LIKE_GET)
    assert.deepEqual((outcome as Read).headers, {
      'x-a': '1, 2',
      empty: '',
      blank: '',
      wide: 'a \t b',
      constructor: 'c',
      "!#$%&'*+-.^_`|~9": 't',
      high: '\xe9\xa0',
    })
  })

  const KEEP_ALIVE: readonly (readonly [value: string, ms: number | undefined])[] = [
    ['timeout=5', 5_000],
    ['timeout=5, max=100', 5_000],
    ['max=100, Timeout = 7', 7_000],
    ['timeout="3"', 3_000],
    ['timeout=0', 0],
    ['5', undefined],
    ['timeout=', undefined],
    ['x-timeout=9', undefined],
  ]
  for (const [value, ms] of KEEP_ALIVE) {
    it(`that say 'Keep-Alive: ${value}'`, () => {
      const outcome = readInEveryForm(`HTTP/1.1 204 No\r\nKeep-Alive: ${value}\r\n\r\n`, LIKE_GET)
      assert.equal((outcome as Read).keepAliveMs, ms)
    })
  }
})

describe('replies that are cut', () => {
  for (const [name, raw, limit, body] of CUT_REPLIES) {
    it(name, () => {
      const outcome = readInEveryForm(raw, { isHead: false, limit }) as Read
      assert.deepEqual([outcome.body, outcome.isCut, outcome.isKept], [body, true, false])
    })
  }
})

describe('interim replies', () => {
  for (const [name, raw, expected] of INTERIM_REPLIES) {
    it(name, () => {
      const outcome = readInEveryForm(raw, LIKE_GET)
      assert.deepEqual(typeof outcome === 'object' ? [outcome.status, outcome.body] : outcome, expected)
    })
  }
})

describe('replies that are refused', () => {
  for (const [name, raw] of MALFORMED_REPLIES) {
    it(name, () => assert.equal(readInEveryForm(raw, LIKE_GET), 'malformed'))
  }
})

describe('replies that end too early', () => {
  for (const raw of UNFINISHED_REPLIES) {
    it(JSON.stringify(raw), () => assert.equal(readInEveryForm(raw, LIKE_GET), 'unfinished'))
  }
})

/** Octets that look like a reply often enough to get past its head. */
const ANY_REPLY = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 103 Hints\r\n\r\n',
        'Content-Length: 3\r\n',
        '\r\n',
        '\r',
        '\n',
        ': ',
        'Transfer-Encoding: chunked\r\n',
        'Connection: close\r\n',
        '3\r\nabc\r\n',
        '0\r\n\r\n',
        ';a=b',
        ' ',
        'a',
      ),
      fc.uint8Array({ maxLength: 3 }).map((octets) => Buffer.from(octets).toString('latin1')),
    ),
    { maxLength: 8 },
  )
  .map((parts) => `HTTP/1.1 200 OK\r\n${parts.join('')}`)

it('any octets have one outcome, however they arrive', () => {
  fc.assert(
    fc.property(ANY_REPLY, fc.constantFrom(0, 2, 65_536), fc.boolean(), (raw, limit, isHead) => {
      readInEveryForm(raw, { isHead, limit })
    }),
  )
})

it('a reply that is kept does not hold the buffer it was read from', () => {
  const parser = new ReplyParser()
  parser.begin(false, 65_536)
  const read = Buffer.alloc(1_048_576)
  const length = read.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'latin1')
  const reply = parser.take(read.subarray(0, length))
  assert.ok((reply?.octets.buffer.byteLength ?? 0) <= 65_536)
  assert.equal(reply?.octets.toString(), 'ok')
})

it('a parser reads one reply after the other', () => {
  const parser = new ReplyParser()
  for (const body of ['a', 'bc', '']) {
    parser.begin(false, 10)
    const reply = parser.take(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`))
    assert.equal(reply?.octets.toString(), body)
  }
})
