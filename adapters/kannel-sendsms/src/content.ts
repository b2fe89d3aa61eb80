import { charsetByLabel, decodeText, toStorable } from '@heliograph/wire'
import { refusal } from './errors.ts'
import type { SendFields } from './fields.ts'

/** The content of a message, in the form of `SubmitMessage`. */
export interface Content {
  readonly text: string
  readonly encoding: 'binary' | undefined
  readonly userDataHeader: string | undefined
}

/** Values of `coding`. */
const CODING = { octets: 1, ucs2: 2 } as const

/** Octets of one SMS. */
const MAX_UDH_OCTETS = 140

/** Throws `invalid` for a user data header whose first octet is not its length. */
export function checkUdh({ udh }: Pick<SendFields, 'udh'>): void {
  if (udh === undefined || udh.length === 0) return
  if (udh.length !== (udh[0] as number) + 1) throw refusal('bad-udh')
  if (udh.length > MAX_UDH_OCTETS) throw refusal('long-udh')
}

/**
 * Reads the text by its coding and charset. Throws `invalid` for a charset that is unknown or does not fit, and for an
 * empty text.
 */
export function readContent({ charset, numbers, text: octets, udh }: SendFields): Content {
  const header = udh === undefined || udh.length === 0 ? undefined : udh
  // With a user data header and no coding, the text is octets.
  const coding = numbers.coding ?? (header === undefined ? undefined : CODING.octets)
  const isBinary = coding === CODING.octets
  const label = charset || (coding === CODING.ucs2 ? 'utf-16be' : 'utf-8')
  const text = isBinary ? hexOf(octets) : toStorable(decode(octets, label))
  if (text === '') throw refusal('missing-text')
  return { text, encoding: isBinary ? 'binary' : undefined, userDataHeader: header && hexOf(header) }
}

function hexOf(octets: Buffer): string {
  return octets.toString('hex').toUpperCase()
}

/** Labels that the Encoding Standard reads in the other order of octets, or does not have. */
const BIG_ENDIAN = /^(?:utf-?16(?:be)?|ucs-?2(?:be)?|iso-10646-ucs-2)$/i

function decode(octets: Buffer, label: string): string {
  const charset = charsetByLabel(label)
  if (charset === 'utf-8' || charset === 'windows-1252') return decodeText(octets, charset)
  try {
    return new TextDecoder(BIG_ENDIAN.test(label) ? 'utf-16be' : label, { fatal: true }).decode(octets)
  } catch {
    throw refusal('bad-charset')
  }
}
