import sax from 'sax'
import { ListFault } from '../list-fault.ts'
import { LIMITS } from './limits.ts'

/** What a part reports as it is read, with names without their prefixes. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** Possibly several times for one text. */
  text?(text: string): void
  close?(name: string): void
}

/** Octets that are decoded at once. */
const SLICE = 65_536

/**
 * Reads a part in UTF-8 from its beginning to its end. Declarations of types, with which entities are defined, are
 * refused: no spreadsheet program writes any. Throws a `ListFault`.
 */
export function readXml(octets: Uint8Array, listener: XmlListener): void {
  const parser = sax.parser(true)
  let depth = 0
  let attributes = 0
  parser.onerror = bad
  parser.ondoctype = bad
  parser.onattribute = () => {
    attributes += 1
    if (attributes > LIMITS.attributes) bad()
  }
  parser.onopentag = ({ name, attributes: given }) => {
    depth += 1
    attributes = 0
    if (depth > LIMITS.depth) bad()
    listener.open(localName(name), localNames(given as Readonly<Record<string, string>>))
  }
  parser.onclosetag = (name) => {
    depth -= 1
    listener.close?.(localName(name))
  }
  parser.ontext = (text) => listener.text?.(text)
  parser.oncdata = (text) => listener.text?.(text)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < octets.length; at += SLICE)
    parser.write(decoder.decode(octets.subarray(at, at + SLICE), { stream: true }))
  parser.write(decoder.decode()).close()
}

function bad(): never {
  throw new ListFault('bad-workbook')
}

/** Most elements have no prefix in their attributes, and there are millions. */
function localNames(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const keys = Object.keys(given)
  if (!keys.some((key) => key.includes(':'))) return given
  return Object.fromEntries(keys.map((key) => [localName(key), given[key] as string]))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
