import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { isGatewayError } from '@heliograph/contracts'
import { bestAttempt, worstTexts } from '@heliograph/testkit'
import {
  csvRecords,
  decodeXml,
  guessColumns,
  looksLikeNumber,
  Parameters,
  parseCsv,
  parseTimestamp,
  parseXml,
  readCsvPiece,
  recipientsOfJson,
  splitRecipients,
} from '../src/index.ts'

const MOST_MS = 50
/** The largest body of an interface. */
const BODY = 4 * 1024 * 1024
/** The longest record of a CSV file, and the most that a piece of an upload has. */
const RECORD = 65_536
const PIECE = 2 * 1024 * 1024

/** Reads a text; what it throws at the text is of no interest here. */
const READERS: Readonly<Record<string, { readonly size: number; readonly read: (text: string) => unknown }>> = {
  'a cell that may be a number': { size: BODY, read: looksLikeNumber },
  'the header of a list of contacts': { size: RECORD, read: (text) => guessColumns([text.split(',').slice(0, 1_000)]) },
  'a list of contacts without a header': { size: BODY / 4, read: (text) => guessColumns([[text], [text]]) },
  'a CSV document': { size: PIECE / 4, read: parseCsv },
  // The longest stretch is that of one record; a longer stream only takes longer.
  'a stream of CSV': { size: PIECE / 8, read: readStream },
  'a piece of CSV': {
    size: PIECE,
    read: (text) => readCsvPiece(Buffer.from(text), { separator: '', isEnd: true, mostRecords: 1_000 }),
  },
  'a list of recipients': { size: BODY, read: splitRecipients },
  'recipients in JSON': { size: BODY, read: (text) => recipientsOfJson([text, text.slice(0, 100)]) },
  'a query': { size: 32_768, read: (text) => Parameters.ofQuery(text) },
  'a form': { size: BODY, read: (text) => Parameters.of({ query: '', headers: {}, body: Buffer.from(text) }) },
  'a form in windows-1252': {
    size: BODY,
    read: (text) => Parameters.of({ query: '', headers: WESTERN, body: Buffer.from(text) }),
  },
  'a time': { size: BODY, read: parseTimestamp },
  'the text of an XML document': { size: PIECE, read: (text) => parseXml(`<a>${text}</a>`) },
  'a tag of an XML document': { size: PIECE, read: (text) => parseXml(`<a ${text}`) },
  'an end tag of an XML document': { size: PIECE, read: (text) => parseXml(`<a></a${text}`) },
  'the start of an XML document': { size: PIECE, read: (text) => decodeXml(Buffer.from(`<?xml ${text}`)) },
}

const WESTERN = { 'content-type': 'application/x-www-form-urlencoded; charset=windows-1252' }

/** Reads records as an import does, which gives way to other work. */
async function readStream(text: string): Promise<void> {
  let count = 0
  for await (const _ of csvRecords(inPieces(text))) {
    count += 1
    if (count % 100 === 0) await setImmediate()
  }
}

async function* inPieces(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += RECORD) yield Buffer.from(text.slice(at, at + RECORD))
}

describe('no text blocks the event loop', () => {
  for (const [name, { size, read }] of Object.entries(READERS)) {
    test(`as ${name}`, async () => {
      for (const worst of worstTexts(size, Buffer.byteLength)) {
        const run = async () => {
          try {
            await read(worst.text)
          } catch (thrown) {
            if (!isGatewayError(thrown)) throw thrown
          }
        }
        const longest = await bestAttempt(run, MOST_MS)
        assert.ok(longest <= MOST_MS, `${worst.name}: ${longest} ms`)
      }
    })
  }
})
