import { ListFault } from '../list-fault.ts'
import { LIMITS } from './limits.ts'
import { readXml } from './read-xml.ts'

/** The texts that cells refer to by number. */
export function readSharedStrings(octets: Uint8Array): readonly string[] {
  const strings: string[] = []
  const text = new RichText()
  readXml(octets, {
    open(name) {
      if (name === 'si') text.begin()
      text.open(name)
    },
    text: (piece) => text.add(piece),
    close(name) {
      text.close(name)
      if (name === 'si') strings.push(text.end())
    },
  })
  return strings
}

/** Gathers a text that may consist of pieces with formats of their own. */
export class RichText {
  #text = ''
  #isInText = false
  /** Above 0: within the reading of Japanese text, which is no part of it. */
  #phonetic = 0

  begin(): void {
    this.#text = ''
  }

  open(name: string): void {
    if (name === 'rPh') this.#phonetic += 1
    this.#isInText = name === 't' && this.#phonetic === 0
  }

  add(piece: string): void {
    if (!this.#isInText) return
    this.#text += piece
    if (this.#text.length > LIMITS.cellCharacters * 2) throw new ListFault('bad-workbook')
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1
    this.#isInText = false
  }

  end(): string {
    return unescapeText(this.#text)
  }
}

/** Characters that XML cannot have are written as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
