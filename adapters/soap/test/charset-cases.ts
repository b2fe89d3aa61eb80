import type { AdapterCase } from '@heliograph/testkit'
import { accepted, calling, envelope, fault, given, KEY, THERE } from './requests.ts'

const TEXT = 'Grüße, 5 €'

/** Returns a document that declares an encoding, or has no declaration with `undefined`. */
function document(encoding: string | undefined, text = TEXT): string {
  const whole = envelope(calling('sendsms', given({ key: KEY, to: THERE, msg: text })))
  const declaration = encoding === undefined ? '' : `<?xml version="1.0" encoding="${encoding}"?>`
  return whole.replace(/^<\?xml.*?\?>/, declaration)
}

const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const taken = (name: string, body: Uint8Array, contentType: string | undefined, text = TEXT): AdapterCase => ({
  name: `charset: ${name}`,
  request: { body, headers: { 'content-type': contentType } },
  expect: accepted({ text }),
})

const refused = (name: string, body: Uint8Array, contentType: string, text: string | RegExp): AdapterCase => ({
  name: `charset: ${name}`,
  request: { body, headers: { 'content-type': contentType } },
  expect: fault('Client', text),
})

/** The encoding follows from a byte order mark, the Content-Type or the declaration; else it is UTF-8. */
export const charsetCases: readonly AdapterCase[] = [
  // spec: SOAP web service | rule | encoding UTF-8 -> charset: UTF-8 by itself
  taken('UTF-8 by itself', Buffer.from(document(undefined)), 'text/xml'),
  taken('UTF-8 by its declaration', Buffer.from(document('UTF-8')), 'text/xml'),
  taken('UTF-8 by its mark', Buffer.from(`\ufeff${document('utf-8')}`), 'text/xml; charset=utf-8'),
  taken('UTF-16 by its mark', Buffer.from(`\ufeff${document('utf-16')}`, 'utf16le'), 'text/xml'),
  taken('UTF-16, big-endian, by its mark', utf16be(`\ufeff${document('utf-16')}`), 'text/xml'),
  // spec: SOAP web service | rule | encoding UTF-16 ; encoding by charset -> charset: UTF-16 by its charset
  taken('UTF-16 by its charset', Buffer.from(document('utf-16'), 'utf16le'), 'text/xml; charset=utf-16'),
  taken('UTF-16BE by its charset', utf16be(document('utf-16')), 'text/xml; charset="UTF-16BE"'),
  taken('UTF-16 by its first character', Buffer.from(document('utf-16'), 'utf16le'), 'text/xml'),
  // spec: SOAP web service | rule | encoding ISO-8859-1 ; encoding by declaration -> charset: ISO-8859-1 by its declaration
  taken('ISO-8859-1 by its declaration', Buffer.from(document('ISO-8859-1', 'Grüße'), 'latin1'), 'text/xml', 'Grüße'),
  taken(
    'ISO-8859-1 by its charset',
    Buffer.from(document(undefined, 'Grüße'), 'latin1'),
    'text/xml; charset=iso-8859-1',
    'Grüße',
  ),
  // spec: SOAP web service | rule | encoding windows-1252 ; encoding by declaration -> charset: windows-1252 by its declaration
  taken('windows-1252 by its declaration', windows1252(document('windows-1252')), 'text/xml'),
  // spec: SOAP web service | rule | encoding windows-1252 ; encoding by charset -> charset: windows-1252 by its charset
  taken('windows-1252 by its charset', windows1252(document(undefined)), 'text/xml; charset=windows-1252'),
  taken('the charset goes before the declaration', windows1252(document('utf-8')), 'text/xml; charset=windows-1252'),
  taken('the mark goes before the charset', Buffer.from(`\ufeff${document('x')}`), 'text/xml; charset=windows-1252'),
  refused(
    'octets that are not the UTF-8 they should be',
    windows1252(document('utf-8')),
    'text/xml',
    'The XML is not valid UTF-8',
  ),
  refused(
    'octets that are not the UTF-8 of their charset',
    windows1252(document(undefined)),
    'text/xml; charset=utf-8',
    /UTF-8/,
  ),
  refused(
    'half a character of UTF-16',
    Buffer.from(`\ufeff${document('utf-16')}`, 'utf16le').subarray(0, -1),
    'text/xml',
    /UTF-16/,
  ),
  refused('UTF-16 that is declared but not used', Buffer.from(document('utf-16')), 'text/xml', /UTF-16/),
  refused(
    'another encoding',
    Buffer.from(document('shift_jis')),
    'text/xml',
    'The encoding of the XML is not supported',
  ),
  refused(
    'another charset',
    Buffer.from(document(undefined)),
    'text/xml; charset=utf-7',
    'The encoding of the XML is not supported',
  ),
]
