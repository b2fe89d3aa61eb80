import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ReplyForm, readReply } from '../src/index.ts'

type Content = string | Buffer

interface Row {
  readonly name: string
  readonly body: Content
  readonly text: string | null
  readonly status?: number
  readonly contentType?: string | undefined
  readonly form?: ReplyForm
}

function check(rows: readonly Row[], base: { readonly form: ReplyForm; readonly contentType: string }): void {
  for (const { name, body, text, status = 200, form = base.form, ...row } of rows) {
    const contentType = 'contentType' in row ? row.contentType : base.contentType
    it(`${name}: ${text === null ? 'no text' : text.slice(0, 40)}`, () => {
      assert.equal(readReply({ status, contentType, body: Buffer.from(body) }, form), text)
    })
  }
}

describe('the text of a reply', () => {
  check(
    [
      // spec: Incoming SMS webhook | rule | GET: a plain-text reply is sent to the sender -> plain text
      { name: 'plain text', body: 'Thanks, we call back.', text: 'Thanks, we call back.' },
      { name: 'of the JSON handler', body: 'Thanks', text: 'Thanks', form: 'json' },
      { name: 'without a Content-Type', body: 'Thanks', contentType: undefined, text: 'Thanks' },
      { name: 'with an empty Content-Type', body: 'Thanks', contentType: '', text: 'Thanks' },
      // spec: Opt-out webhook | rule | confirmation text: HTML tags of the reply are stripped -> HTML
      {
        name: 'HTML',
        body: '<html><body><p>Good<b>bye</b>,<br>Ann</p></body></html>',
        contentType: 'text/html',
        text: 'Goodbye, Ann',
      },
      { name: 'HTML that says it is plain', body: '<p>Goodbye</p>', text: 'Goodbye' },
      {
        name: 'HTML in capitals, with parameters',
        body: '<P>Hi</P>',
        contentType: 'TEXT/HTML; charset=UTF-8',
        text: 'Hi',
      },
      {
        name: 'HTML with what is not shown',
        body: '<title>x</title><style>p > a {}</style><!-- <p>no</p> --><SCRIPT src="a">if (1 < 2) x()</SCRIPT >Hi<script>z',
        text: 'Hi',
      },
      {
        name: 'references',
        body: 'caf&eacute; &amp; &#8364; &#x20AC;&nbsp;&lt;b&gt; &copy &unknown; &hellip;',
        text: 'café & € € <b> &copy &unknown; …',
      },
      { name: 'references to no character', body: '&#0; &#xD800; &#9999999;', text: '\ufffd \ufffd \ufffd' },
      { name: 'less and more', body: '1 < 2 and 3 > 2', text: '1 < 2 and 3 > 2' },
      { name: 'a tag without end', body: 'a <b and no more', text: 'a <b and no more' },
      { name: 'white space', body: '\r\n  one\t\ttwo \u00a0\u2003three\u0000\u0007 ', text: 'one two three' },
      { name: 'a byte order mark', body: '\ufeffHi', text: 'Hi' },
      { name: 'UTF-8 without a word', body: 'Grüße', text: 'Grüße' },
      { name: 'windows-1252 without a word', body: Buffer.from([0x80, 0x20, 0xfc]), text: '€ ü' },
      { name: 'by its charset', body: Buffer.from([0xa4]), contentType: 'text/plain; charset=iso-8859-15', text: '€' },
      {
        name: 'by its charset in quotes',
        body: Buffer.from([0x80]),
        contentType: 'text/plain; charset="windows-1252"',
        text: '€',
      },
      { name: 'UTF-16', body: Buffer.from('Hi', 'utf16le'), contentType: 'text/plain; charset=utf-16le', text: 'Hi' },
      { name: 'of an unknown charset', body: 'Grüße', contentType: 'text/plain; charset=klingon', text: 'Grüße' },
      { name: 'brackets that are no JSON', body: '[Acme] Thanks', text: '[Acme] Thanks' },
      { name: 'ten parts', body: 'x'.repeat(1530), text: 'x'.repeat(1530) },
      { name: 'okay', body: 'OK, done', text: 'OK, done' },
    ],
    { form: 'get', contentType: 'text/plain' },
  )
})

describe('no text', () => {
  check(
    [
      { name: 'nothing', body: '', text: null },
      { name: 'blanks', body: ' \r\n', text: null },
      { name: 'tags alone', body: '<p></p>', text: null },
      { name: 'OK', body: 'OK', text: null },
      { name: 'ok in HTML', body: '<p>ok</p>\n', text: null },
      // spec: Opt-out webhook | rule | confirmation text: of a 200 alone -> 201
      { name: '201', body: 'Thanks', status: 201, text: null },
      { name: '204', body: '', status: 204, text: null },
      { name: '302', body: 'Moved', status: 302, text: null },
      { name: '404', body: 'Not found', status: 404, text: null },
      { name: '500', body: 'Oops', status: 500, text: null },
      { name: 'JSON by its type', body: 'Thanks', contentType: 'application/json', text: null },
      { name: 'another type', body: 'Thanks', contentType: 'application/octet-stream', text: null },
      { name: 'a JSON object without a type', body: ' {"ok":true}', contentType: undefined, text: null },
      { name: 'a JSON object as plain text', body: '{"ok":true}', text: null },
      { name: 'a JSON list as HTML', body: '[1,2]', contentType: 'text/html', text: null },
      { name: 'eleven parts', body: 'x'.repeat(1531), text: null },
      { name: 'a page of 64 KiB and more', body: 'x '.repeat(40_000), text: null },
    ],
    { form: 'get', contentType: 'text/plain' },
  )
})

const envelope = (content: string, version = 'http://www.w3.org/2003/05/soap-envelope') =>
  `<?xml version="1.0"?>\n<env:Envelope xmlns:env="${version}">\n<env:Header><a>head</a></env:Header>\n<env:Body>${content}</env:Body></env:Envelope>`

describe('the text of a SOAP reply', () => {
  check(
    [
      // spec: Incoming SMS webhook | rule | SOAP: the text content of the response becomes the auto-reply -> what the body says
      {
        name: 'what the body says',
        body: envelope(
          '\n <r:incomingsmsResponse xmlns:r="urn:x">\n <return>Thanks &amp; bye</return></r:incomingsmsResponse>',
        ),
        text: 'Thanks & bye',
      },
      {
        name: 'of SOAP 1.1',
        body: envelope('<r>Thanks</r>', 'http://schemas.xmlsoap.org/soap/envelope/'),
        contentType: 'text/xml; charset=utf-8',
        text: 'Thanks',
      },
      { name: 'without a prefix', body: '<Envelope xmlns="x"><Body><r>Hi</r></Body></Envelope>', text: 'Hi' },
      { name: 'CDATA', body: envelope('<r><![CDATA[1 < 2 & <b>]]></r>'), text: '1 < 2 & <b>' },
      {
        name: 'of a remote procedure',
        body: envelope(
          '<r:x xmlns:r="urn:x" xmlns:rpc="http://www.w3.org/2003/05/soap-rpc"><rpc:result>return</rpc:result><return>Hi</return></r:x>',
        ),
        text: 'Hi',
      },
      {
        name: 'an element that is called result',
        body: envelope('<r:result xmlns:r="urn:x">Hi</r:result>'),
        text: 'Hi',
      },
      { name: 'nothing in the body', body: envelope('<r/>'), text: null },
      { name: 'an empty body', body: '<e:Envelope xmlns:e="x"><e:Body/></e:Envelope>', text: null },
      { name: 'OK', body: envelope('<r>OK</r>'), text: null },
      { name: 'a fault', body: envelope('<env:Fault><env:Reason>no</env:Reason></env:Fault>'), text: null },
      { name: 'no envelope', body: 'Thanks', contentType: 'text/plain', text: null },
      {
        name: 'a body without an envelope',
        body: '<html><Body>Hi</Body></html>',
        contentType: 'text/html',
        text: null,
      },
      { name: 'a fault with 500', body: envelope('<r>Thanks</r>'), status: 500, text: null },
    ],
    { form: 'soap', contentType: 'application/soap+xml; charset=utf-8' },
  )
})

it('is read in a moment, whatever the markup', () => {
  const begun = process.cpuUsage()
  for (const piece of [
    '<',
    '<a',
    '<!--',
    '<script>',
    '<![CDATA[',
    '&#',
    '&a',
    '<b>',
    '</',
    '<Body',
    '<x:',
    ' ',
    '{',
    ' xmlns:a',
    '"xmlns:a=',
  ]) {
    const body = Buffer.from(piece.repeat(65_536 / piece.length))
    for (const form of ['get', 'soap'] as const) readReply({ status: 200, contentType: 'text/html', body }, form)
  }
  // CPU time in microseconds, so that other work on the machine does not count.
  const { user, system } = process.cpuUsage(begun)
  assert.ok(user + system < 10_000_000, `${user + system} us`)
})
