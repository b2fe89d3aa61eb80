/** Replies as raw octets (latin1), and what a client is to make of them. */

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

type Expected = readonly [status: number, body: string, isKept: boolean]

/** `isHead`: whether HEAD was asked. */
export const REPLIES: readonly (readonly [name: string, raw: string, expected: Expected, isHead?: boolean])[] = [
  ['with a length', `${OK}Content-Length: 3\r\n\r\nabc`, [200, 'abc', true]],
  ['with nothing', `${OK}Content-Length: 0\r\n\r\n`, [200, '', true]],
  ['with leading zeros in the length', `${OK}Content-Length: 003\r\n\r\nabc`, [200, 'abc', true]],
  ['with the same length twice', `${OK}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`, [200, 'abc', true]],
  ['with the same length twice in a line', `${OK}Content-Length: 3, 3\r\n\r\nabc`, [200, 'abc', true]],
  ['without a reason', 'HTTP/1.1 200 \r\nContent-Length: 1\r\n\r\na', [200, 'a', true]],
  ['without a space after the status', 'HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na', [200, 'a', true]],
  ['with latin1 in the reason', 'HTTP/1.1 404 \xe9\xff\r\nContent-Length: 0\r\n\r\n', [404, '', true]],
  ['with a status of its own', 'HTTP/1.1 799 Odd\r\nContent-Length: 0\r\n\r\n', [799, '', true]],
  ['without headers, to the end', 'HTTP/1.1 200 OK\r\n\r\nabc', [200, 'abc', false]],
  ['to the end of the connection', `${OK}X: y\r\n\r\nabc\r\n\r\n`, [200, 'abc\r\n\r\n', false]],
  ['to the end of the connection, empty', `${OK}X: y\r\n\r\n`, [200, '', false]],
  ['204 without a body', 'HTTP/1.1 204 No Content\r\n\r\n', [204, '', true]],
  ['204 with a length that means nothing', 'HTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n', [204, '', true]],
  ['304 without a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n', [304, '', true]],
  ['304 in chunks that do not come', 'HTTP/1.1 304 No\r\nTransfer-Encoding: chunked\r\n\r\n', [304, '', true]],
  ['to HEAD with a length', `${OK}Content-Length: 9\r\n\r\n`, [200, '', true], true],
  ['to HEAD in chunks', CHUNKED, [200, '', true], true],
  ['to HEAD without a length', OK.concat('\r\n'), [200, '', true], true],
  ['to HEAD with a body', `${OK}Content-Length: 3\r\n\r\nabc`, [200, '', false], true],

  ['Connection: close', `${OK}Connection: close\r\nContent-Length: 1\r\n\r\na`, [200, 'a', false]],
  ['Connection: with close in a list', `${OK}Connection: x , Close\r\nContent-Length: 1\r\n\r\na`, [200, 'a', false]],
  [
    'Connection: close in a second line',
    `${OK}Connection: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    [200, '', false],
  ],
  ['Connection: closed, which says nothing', `${OK}Connection: closed\r\nContent-Length: 0\r\n\r\n`, [200, '', true]],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na', [200, 'a', false]],
  ['HTTP/1.0 that keeps', 'HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na', [200, 'a', true]],
  ['HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\na', [200, 'a', false]],
  ['with a reply after it', `${OK}Content-Length: 1\r\n\r\na${OK}Content-Length: 1\r\n\r\nb`, [200, 'a', false]],
  ['with an empty line after it', `${OK}Content-Length: 1\r\n\r\na\r\n`, [200, 'a', false]],
  ['204 with a body after it', 'HTTP/1.1 204 No\r\n\r\nabc', [204, '', false]],

  ['in chunks', `${CHUNKED}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`, [200, 'abcde', true]],
  ['in no chunks', `${CHUNKED}0\r\n\r\n`, [200, '', true]],
  ['in Chunked', `${OK}transfer-encoding: Chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`, [200, 'a', true]],
  [
    'in chunks with sizes in both cases',
    `${CHUNKED}A\r\n0123456789\r\n00b\r\nabcdefghijk\r\n0\r\n\r\n`,
    [200, '0123456789abcdefghijk', true],
  ],
  ['in chunks that contain line ends', `${CHUNKED}4\r\n\r\n\r\n\r\n0\r\n\r\n`, [200, '\r\n\r\n', true]],
  ['in chunks with extensions', `${CHUNKED}1;a=b;c="d e"\r\nx\r\n0;last\r\n\r\n`, [200, 'x', true]],
  ['in chunks with trailers', `${CHUNKED}1\r\nx\r\n0\r\nExpires: never\r\nX-B:\r\n\r\n`, [200, 'x', true]],
  ['in chunks with octets after them', `${CHUNKED}1\r\nx\r\n0\r\n\r\nGET`, [200, 'x', false]],
  [
    'in chunks, and closing',
    `${OK}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    [200, 'x', false],
  ],
]

export const CUT_REPLIES: readonly (readonly [name: string, raw: string, limit: number, body: string])[] = [
  ['by their length', `${OK}Content-Length: 5\r\n\r\nabcde`, 4, 'abcd'],
  ['to nothing', `${OK}Content-Length: 5\r\n\r\nabcde`, 0, ''],
  ['before their end has come', `${OK}Content-Length: 99999\r\n\r\nabc`, 2, 'ab'],
  ['in a chunk', `${CHUNKED}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`, 4, 'abcd'],
  ['before a chunk that is malformed', `${CHUNKED}3\r\nabc\r\nxyz`, 2, 'ab'],
  ['to the end of the connection', `${OK}\r\nabcde`, 3, 'abc'],
]

const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
const FINAL = `${OK}Content-Length: 1\r\n\r\na`

export const INTERIM_REPLIES: readonly (readonly [
  name: string,
  raw: string,
  expected: 'malformed' | 'unfinished' | readonly [status: number, body: string],
])[] = [
  ['are read over', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${HINTS}${FINAL}`, [200, 'a']],
  ['have no body, whatever they say', `HTTP/1.1 102 P\r\nContent-Length: 3\r\n\r\n${FINAL}`, [200, 'a']],
  ['are no reply', HINTS, 'unfinished'],
  ['may be a hundred', HINTS.repeat(100) + FINAL, [200, 'a']],
  ['are not read over for ever', HINTS.repeat(101) + FINAL, 'malformed'],
  ['do not change the protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'malformed'],
  ['are read as strictly', `HTTP/1.1 103 H\r\nLink : x\r\n\r\n${FINAL}`, 'malformed'],
]

const LENGTH_1 = 'Content-Length: 1\r\n\r\na'
const STATUS_LINES = [
  'HTTP/1.1',
  'HTTP/1.1 ',
  'HTTP/1.1 20',
  'HTTP/1.1 2000 OK',
  'HTTP/1.1 099 No',
  'HTTP/1.1 000 No',

  'HTTP/1.1  200 OK',
  'HTTP/1.1\t200 OK',
  'HTTP/1.1 200\tOK',
  'HTTP/1.1 2x0 OK',
  'HTTP/1.1 +20 OK',
  'HTTP/1.1 -20 OK',
  'HTTP/2.0 200 OK',
  'HTTP/0.9 200 OK',
  'HTTP/1.2 200 OK',
  'HTTP/1.10 200 OK',
  'HTTP/11 200 OK',
  'http/1.1 200 OK',

  ' HTTP/1.1 200 OK',
  '\r\nHTTP/1.1 200 OK',
  'ICY 200 OK',
  'SSH-2.0-x',
  '200 OK',
  '',
  'HTTP/1.1 200 O\0K',
  'HTTP/1.1 200 O\rK',
]
const FIELDS = [
  'X : a',
  ' X: a',
  '\tX: a',
  'X',
  'X a',
  ': a',
  'X\xe9: a',
  'X(: a',
  'X"y: a',
  'X\0: a',
  'X,Y: a',

  'X: a\0b',
  'X: a\rb',
  'X: a\nY: b',
  'X: a\n',
  'X: a\r\r',
  'X: a\x7f',
  'X: a\x1b',
  'X: a\r\n b',
  'X: a\r\n\tb',
  'X: a\r\n ',
]
const LENGTHS = [
  '',
  '-1',
  '+1',
  '1 1',
  '0x1',
  '1.0',
  '1e0',
  'one',
  '1;',
  '1234567890123456',
  '\xb91',
  '1, 2',
  '1,',
  ',1',
  '1,,1',
  '1,\xa01',
  '1, x',
  '2\r\nContent-Length: 1',
  '1\r\nContent-Length: 01',
]
const CODINGS = [
  '',
  'gzip',
  'identity',
  'gzip, chunked',
  'chunked, gzip',
  'chunked, chunked',
  'chunked;a=b',
  'xchunked',
  '"chunked"',

  'chunked\r\nTransfer-Encoding: chunked',
  'chunked\r\nTransfer-Encoding: identity',
  'chunked\r\nContent-Length: 3',
]
const CHUNKS = [
  'x\r\n',
  '\r\n',
  ' 1\r\na',
  '1 \r\na',
  '-1\r\n',
  '+1\r\n',
  '0x1\r\na',
  '1\na',
  '1\r\r\n',
  '1\rxa',
  '1;\0\r\n',
  '1;a\nb',
  '1\r\nab\r\n',
  '1\r\na\n',
  '1\r\na\rb',
  '1\r\na0\r\n\r\n',
  '1234567890123\r\n',
  'g\r\n',
  '\n',
  '1,\r\n',

  '0\r\n \r\n',
  '0\r\nX\r\n\r\n',
  '0\r\nX : a\r\n\r\n',
  '0\r\n: a\r\n\r\n',
  '0\r\nX: a\n\r\n',
  '0\r\nX: \0\r\n\r\n',
  '0\r\n\n',
  '0\r\n\rx',
  `1;${'e'.repeat(16_385)}`,
  `0\r\nX:${'t'.repeat(16_384)}`,
  '1;aa\r\na\r\n'.repeat(8_193),
]

/** Most are whole but for the fault, so that nothing else is the reason. */
export const MALFORMED_REPLIES: readonly (readonly [name: string, raw: string])[] = [
  ...STATUS_LINES.map((line) => [`status line ${JSON.stringify(line)}`, `${line}\r\n${LENGTH_1}`] as const),
  ...FIELDS.map((field) => [`field ${JSON.stringify(field)}`, `${OK}${field}\r\n${LENGTH_1}`] as const),
  ...LENGTHS.map((value) => [`length ${JSON.stringify(value)}`, `${OK}Content-Length: ${value}\r\n\r\na`] as const),
  ...CODINGS.map(
    (value) => [`coding ${JSON.stringify(value)}`, `${OK}Transfer-Encoding: ${value}\r\n\r\n0\r\n\r\n`] as const,
  ),
  ...CHUNKS.map((chunk) => [`chunk ${JSON.stringify(chunk.slice(0, 20))}`, `${CHUNKED}${chunk}`] as const),
  ['coding and length', `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['coding in HTTP/1.0', 'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['bare line ends', 'HTTP/1.1 200 OK\nContent-Length: 1\n\na'],
  ['a bare line end that waits for more', 'HTTP/1.1 200 OK\n'],
  ['another protocol that waits for more', 'SSH-2.0-x\r\n'],
  ['a head that is too long', `${OK}X: ${'x'.repeat(33_000)}\r\n${LENGTH_1}`],
  ['a head without an end', `${OK}X: ${'x'.repeat(33_000)}`],
]

export const UNFINISHED_REPLIES: readonly string[] = [
  '',
  'H',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200 OK\r\n',
  `${OK}Conte`,
  `${OK}X: y\r\n`,
  `${OK}X: y\r\n\r`,
  `${OK}Content-Length: 9\r\n\r\nabc`,
  `${OK}Content-Length: 1\r\n\r\n`,
  ...['', '3', '3\r\n', '3\r\nab', '3\r\nabc', '3\r\nabc\r\n', '0\r\n', '0\r\n\r', '0\r\nX: y\r\n'].map(
    (end) => CHUNKED + end,
  ),
]
