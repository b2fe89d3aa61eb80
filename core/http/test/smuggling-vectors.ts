/**
 * Octets in which a request may be hidden from one reader and visible to another (request smuggling, RFC 9112 section
 * 11.2). Each vector is a request to `/outer` whose end is ambiguous, with a request to `/hidden` after or inside what
 * may be its body. A reader must pass at most the outer one to a handler. The vectors are data, so that the same table
 * can be sent through a proxy.
 */

export interface SmugglingVector {
  /** Unique. */
  readonly name: string
  /** One character is one octet (Latin-1). */
  readonly octets: string
  /**
   * True: where the native server could not be corrected, its library drops the octets in question before the gateway
   * sees the request, so that the hidden one is served. A proxy that follows RFC 9112 section 5 does not pass on a head
   * like this.
   */
  readonly isUnseenUncorrected?: boolean
}

/** The request that must never be served. */
export const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: hidden\r\n\r\n'

const ABC = `abc${HIDDEN}`
const CHUNKS = `3\r\nabc\r\n0\r\n\r\n${HIDDEN}`
const CHUNKED = 'Transfer-Encoding: chunked'

type Row = readonly (readonly [name: string, part: string])[]

/** Values of Content-Length that are not, or not certainly, a number of octets. The body is `abc`. */
const LENGTHS: Row = [
  ['is empty', ''],
  ['has a plus', '+3'],
  ['is negative', '-3'],
  ['is hexadecimal', '0x3'],
  ['is a fraction', '3.0'],
  ['has an exponent', '3e0'],
  ['is quoted', '"3"'],
  ['is in words', 'three'],
  ['has a parameter', '3;a=b'],
  ['has a blank inside', '3 3'],
  ['ends in a comma', '3,'],
  ['begins with a comma', ', 3'],
  ['is a list of the same', '3, 3'],
  ['is a list of others', '3, 5'],
  ['is 2^32 + 3', '4294967299'],
  ['is 2^64 + 3', '18446744073709551619'],
  ['has 40 digits', '9'.repeat(40)],
  ['begins with a colon', ':3'],
  ['begins with a control', '\x013'],
  ['begins with a vertical tab', '\x0b3'],
  ['begins with a NUL', '\x003'],
  ['ends in a form feed', '3\x0c'],
  ['ends in a NUL', '3\x00'],
  ['is a digit of another script', '\xd9\xa3'],
]

/** Header lines that contradict each other. The body is `abc`. */
const CONTRADICTIONS: Row = [
  ['two equal Content-Lengths', 'Content-Length: 3\r\nContent-Length: 3'],
  ['two Content-Lengths, the longer last', 'Content-Length: 3\r\nContent-Length: 41'],
  ['two Content-Lengths, the longer first', 'Content-Length: 41\r\nContent-Length: 3'],
  ['two Content-Lengths, none first', 'Content-Length: 0\r\nContent-Length: 41'],
  ['two Content-Lengths, none last', 'Content-Length: 41\r\nContent-Length: 0'],
  ['three Content-Lengths', 'Content-Length: 3\r\nContent-Length: 3\r\nContent-Length: 41'],
  ['two Content-Lengths in two cases', 'CONTENT-LENGTH: 3\r\ncontent-length: 41'],
  ['an empty Content-Length beside another', 'Content-Length:\r\nContent-Length: 3'],
]

/** Header lines that give the end of the body in both ways. The body is `abc` in a chunk. */
const BOTH: Row = [
  ['Content-Length, then Transfer-Encoding', `Content-Length: 3\r\n${CHUNKED}`],
  ['Transfer-Encoding, then Content-Length', `${CHUNKED}\r\nContent-Length: 3`],
  ['a Content-Length of 0 with Transfer-Encoding', `Content-Length: 0\r\n${CHUNKED}`],
  ['an empty Content-Length with Transfer-Encoding', `Content-Length:\r\n${CHUNKED}`],
  ['an empty Transfer-Encoding with Content-Length', 'Transfer-Encoding:\r\nContent-Length: 3'],
  ['Transfer-Encoding identity with Content-Length', 'Transfer-Encoding: identity\r\nContent-Length: 3'],
  ['Transfer-Encoding in capitals with Content-Length', 'TRANSFER-ENCODING: CHUNKED\r\nContent-Length: 3'],
  ['Transfer-Encoding with a Content-Length in words', `${CHUNKED}\r\nContent-Length: three`],
]

/** Values of Transfer-Encoding other than exactly `chunked`. The body is `abc` in a chunk. */
const CODINGS: Row = [
  ['is empty', ''],
  ['is gzip', 'gzip'],
  ['is identity', 'identity'],
  ['begins with a letter too many', 'xchunked'],
  ['ends in a letter too many', 'chunkedx'],
  ['is chunked twice', 'chunked, chunked'],
  ['has gzip before', 'gzip, chunked'],
  ['has gzip after', 'chunked, gzip'],
  ['has identity after', 'chunked, identity'],
  ['ends in a comma', 'chunked,'],
  ['begins with a comma', ', chunked'],
  ['has a parameter', 'chunked;q=1'],
  ['is quoted', '"chunked"'],
  ['has a blank inside', 'chun ked'],
  ['begins with a colon', ': chunked'],
  ['begins with a control', '\x01chunked'],
  ['begins with a vertical tab', '\x0bchunked'],
  ['begins with an octet over 0x7f', '\x80chunked'],
  ['begins with a no-break space', '\xa0chunked'],
  ['ends in an octet over 0x7f', 'chunked\xff'],
  ['ends in a vertical tab', 'chunked\x0b'],
  ['ends in a NUL', 'chunked\x00'],
  ['has a NUL inside', 'chun\x00ked'],
  ['stands on two lines, both chunked', `chunked\r\n${CHUNKED}`],
  ['stands on two lines, identity last', 'chunked\r\nTransfer-Encoding: identity'],
  ['stands on two lines, identity first', `identity\r\n${CHUNKED}`],
  ['stands on two lines, the second empty', 'chunked\r\nTransfer-Encoding:'],
]

/**
 * Header lines that one reader may take for a Content-Length that covers the hidden request, and another may ignore.
 */
const COVER = `Content-Length: ${HIDDEN.length}`
const COVERS: Row = [
  ['a blank before the colon of Content-Length', `Content-Length : ${HIDDEN.length}`],
  ['a tab before the colon of Content-Length', `Content-Length\t: ${HIDDEN.length}`],
  ['a NUL in the name Content-Length', `Content\x00-Length: ${HIDDEN.length}`],
  ['an octet over 0x7f after the name Content-Length', `Content-Length\xff: ${HIDDEN.length}`],
  ['an octet over 0x7f before the name Content-Length', `\x80${COVER}`],
  ['a blank before Content-Length', ` ${COVER}`],
  ['a tab before Content-Length', `\t${COVER}`],
  ['Content-Length folded under another header', `X: y\r\n ${COVER}`],
  ['Content-Length folded under an empty header', `X:\r\n ${COVER}`],
  ['a Content-Length whose value is folded', `Content-Length:\r\n ${HIDDEN.length}`],
  ['Content-Length after a bare LF', `X: y\n${COVER}`],
  ['Content-Length after a bare LF and an empty value', `X:\n${COVER}`],
  ['Content-Length after a bare CR', `X: y\r${COVER}`],
  ['Content-Length after two CRs', `X: y\r\r\n${COVER}`],
  ['Content-Length after a NUL', `X: y\x00\r\n${COVER}`],
  ['Content-Length after a line without a colon', `garbage\r\n${COVER}`],
  ['a Content-Length whose value follows a bare LF', `Content-Length:\n${HIDDEN.length}`],
  ['a Content-Length that begins with an octet over 0x7f', `Content-Length: \x80${HIDDEN.length}`],
  ['a Content-Length that ends in an octet over 0x7f', `Content-Length: ${HIDDEN.length}\xff`],
]

/** The same for Transfer-Encoding. The body is `abc` in a chunk. */
const CHUNKED_COVERS: Row = [
  ['a blank before the colon of Transfer-Encoding', 'Transfer-Encoding : chunked'],
  ['a tab before the colon of Transfer-Encoding', 'Transfer-Encoding\t: chunked'],
  ['a blank before Transfer-Encoding', ` ${CHUNKED}`],
  ['Transfer-Encoding folded under another header', `X: y\r\n ${CHUNKED}`],
  ['a Transfer-Encoding whose value is folded', 'Transfer-Encoding:\r\n chunked'],
  ['Transfer-Encoding after a bare LF', `X: y\n${CHUNKED}`],
  ['Transfer-Encoding after a bare CR', `X: y\r${CHUNKED}`],
  ['a Transfer-Encoding whose value follows a bare LF', 'Transfer-Encoding:\nchunked'],
  ['an octet over 0x7f after the name Transfer-Encoding', 'Transfer-Encoding\xff: chunked'],
]

/** Invalid chunked bodies, before the hidden request. */
const CHUNKINGS: Row = [
  ['a chunk without a size', '\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size that is no number', 'zz\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size in C notation', '0x3\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size with a plus', '+3\r\nabc\r\n0\r\n\r\n'],
  ['a negative chunk size', '-3\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size with an underscore', '0_3\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size after a blank', ' 3\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size of 2^32 + 3', '100000003\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size of 2^64 + 3', '10000000000000003\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size before a NUL', '3\x00\r\nabc\r\n0\r\n\r\n'],
  ['a chunk size before a bare LF', '3\nabc\r\n0\r\n\r\n'],
  ['a chunk size before a bare CR', '3\rabc\r\n0\r\n\r\n'],
  ['a chunk extension with a bare LF', '3;a\nabc\r\n0\r\n\r\n'],
  ['a chunk extension with a bare CR', '3;a\rb\r\nabc\r\n0\r\n\r\n'],
  ['octets after a chunk', '3\r\nabcXX0\r\n\r\n'],
  ['a chunk longer than its size', '3\r\nabcdef\r\n0\r\n\r\n'],
  ['a chunk shorter than its size', '4\r\nabc\r\n0\r\n\r\n'],
  ['a chunk that ends in a bare LF', '3\r\nabc\n0\r\n\r\n'],
  ['a last chunk before a bare LF', '3\r\nabc\r\n0\n\r\n'],
  ['an end without its CR', '3\r\nabc\r\n0\r\n\n'],
  ['an end that is two other octets', '3\r\nabc\r\n0\r\nXX'],
  ['no end', '3\r\nabc\r\n0\r\n'],
  ['a trailer that is no header', '3\r\nabc\r\n0\r\ngarbage\r\n\r\n'],
  ['a trailer with a bare LF', `3\r\nabc\r\n0\r\nX: y\n${COVER}\r\n\r\n`],
  ['a folded trailer', `3\r\nabc\r\n0\r\nX: y\r\n ${COVER}\r\n\r\n`],
]

/** Invalid request lines, before a chunked body. */
const LINES: Row = [
  ['HTTP/1.0 with Transfer-Encoding', 'POST /outer HTTP/1.0'],
  ['HTTP/1.0 with Transfer-Encoding and a connection that is kept', 'POST /outer HTTP/1.0\r\nConnection: keep-alive'],
  ['HTTP/0.9', 'POST /outer'],
  ['HTTP/1.1 in small letters', 'POST /outer http/1.1'],
  ['HTTP/1.10', 'POST /outer HTTP/1.10'],
  ['a blank after the request line', 'POST /outer HTTP/1.1 '],
  ['a bare LF in the request line', 'POST /outer HTTP/1.1\nX: y'],
  ['a tab in the request line', 'POST\t/outer HTTP/1.1'],
  ['a blank before the request line', ' POST /outer HTTP/1.1'],
]

/** A request that is well-formed but for its framing; both servers refuse it by its head. */
export interface BadFraming {
  readonly name: string
  readonly octets: string
}

const outer = (headers: string, rest: string) => `POST /outer HTTP/1.1\r\nHost: outer\r\n${headers}\r\n\r\n${rest}`

export const SMUGGLING_VECTORS: readonly SmugglingVector[] = [
  ...LENGTHS.map(([name, value]) => ({
    name: `Content-Length ${name}`,
    octets: outer(`Content-Length: ${value}`, ABC),
  })),
  ...CONTRADICTIONS.map(([name, headers]) => ({ name, octets: outer(headers, ABC) })),
  ...BOTH.map(([name, headers]) => ({ name, octets: outer(headers, CHUNKS) })),
  ...CODINGS.map(([name, value]) => ({
    name: `Transfer-Encoding ${name}`,
    octets: outer(`Transfer-Encoding: ${value}`, CHUNKS),
  })),
  ...COVERS.map(([name, headers]) => ({ name, octets: outer(headers, HIDDEN) })),
  ...CHUNKED_COVERS.map(([name, headers]) => ({ name, octets: outer(headers, CHUNKS) })),
  ...CHUNKINGS.map(([name, body]) => ({ name, octets: outer(CHUNKED, body + HIDDEN) })),
  ...LINES.map(([name, line]) => ({ name, octets: `${line}\r\nHost: outer\r\n${CHUNKED}\r\n\r\n${CHUNKS}` })),
  {
    name: 'Content-Length after a header without a name',
    octets: outer(`: y\r\n${COVER}`, HIDDEN),
    isUnseenUncorrected: true,
  },
  {
    name: 'a Content-Length of 3 after an octet over 0x7f',
    octets: outer('Content-Length: \x803', ABC),
    isUnseenUncorrected: true,
  },
  {
    name: 'a Content-Length of 3 before an octet over 0x7f',
    octets: outer('Content-Length: 3\xff', ABC),
    isUnseenUncorrected: true,
  },
  { name: 'a head that ends in bare LFs', octets: `POST /outer HTTP/1.1\nHost: outer\n\n${HIDDEN}` },
  { name: 'a head whose last line end is a bare LF', octets: `POST /outer HTTP/1.1\r\nHost: outer\r\n\n${HIDDEN}` },
]

/** Each must be answered 400 or not at all, and end its connection, however little comes after it. */
export const BAD_FRAMINGS: readonly BadFraming[] = [
  ...LENGTHS.map(([name, value]) => ({ name: `Content-Length ${name}`, headers: `Content-Length: ${value}` })),
  ...CONTRADICTIONS.map(([name, headers]) => ({ name, headers })),
  ...BOTH.map(([name, headers]) => ({ name, headers })),
  ...CODINGS.map(([name, value]) => ({ name: `Transfer-Encoding ${name}`, headers: `Transfer-Encoding: ${value}` })),
  ...COVERS.map(([name, headers]) => ({ name, headers })),
  ...['\x8013', '13\x80', '\xff13\xff', '\xa013', '13\x85', '1\x803', '\xd9\xa1\xd9\xa3'].map((value) => ({
    name: `Content-Length is ${JSON.stringify(value)}`,
    headers: `Content-Length: ${value}`,
  })),
  { name: 'a Content-Length of 16 digits', headers: 'Content-Length: 0000000000000013' },
  { name: 'a header without a name', headers: ': y\r\nContent-Length: 13' },
  { name: 'a header without name and value', headers: ':\r\nContent-Length: 13' },
].map(({ name, headers }) => ({ name, octets: outer(headers, 'thirteen oct.') }))
