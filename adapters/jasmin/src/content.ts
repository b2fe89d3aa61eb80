import { decodeGsm } from '@heliograph/messaging'
import { decodeText, toStorable } from '@heliograph/wire'
import type { Arguments } from './arguments.ts'
import { badArgument, refusal } from './errors.ts'

/** The content of a message, in the form of `SubmitMessage`. */
export interface Content {
  readonly text: string
  readonly encoding: 'binary' | undefined
}

/** Values of `coding` (SMPP 3.4 section 5.2.19) that are text, with labels of the Encoding Standard. */
const CHARSETS: Readonly<Record<string, string>> = {
  1: 'windows-1252',
  3: 'windows-1252',
  5: 'shift_jis',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  8: 'utf-16be',
  10: 'iso-2022-jp',
  13: 'euc-jp',
  14: 'euc-kr',
}

/** Reads `content` or `hex-content` by `coding`. Throws `invalid` for none, for both, and for what cannot be read. */
export function readContent({ values, isText }: Arguments): Content {
  const content = values.get('content')
  const hex = values.get('hex-content')
  if (content !== undefined && hex !== undefined) throw refusal('two-contents')
  const coding = values.get('coding') ?? '0'
  if (hex !== undefined) return readOctets(octetsOf(hex), coding, hex, 'hex-content')
  if (content === undefined) throw refusal('no-content')
  if (isText) return textContent(content)
  const octets = Buffer.from(content, 'latin1')
  return coding === '0' ? textContent(decodeText(octets)) : readOctets(octets, coding, content, 'content')
}

function readOctets(octets: Buffer, coding: string, given: string, name: string): Content {
  if (coding === '0') return textContent(decodeGsm(octets))
  const charset = CHARSETS[coding]
  if (charset === undefined) return { text: octets.toString('hex').toUpperCase(), encoding: 'binary' }
  try {
    return textContent(new TextDecoder(charset, { fatal: true }).decode(octets))
  } catch {
    throw badArgument(name, given)
  }
}

function octetsOf(hex: string): Buffer {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) throw badArgument('hex-content', hex)
  return Buffer.from(hex, 'hex')
}

function textContent(text: string): Content {
  if (text === '') throw badArgument('content', text)
  return { text: toStorable(text), encoding: undefined }
}
