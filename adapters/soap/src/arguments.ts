import { GatewayError } from '@heliograph/contracts'
import { attributeOf, elementsIn, textIn, type XmlElement } from '@heliograph/wire'

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

const WHOLE = /^[+-]?\d+$/

/**
 * The parameters of a call: the children of the element that names the method, in any order, in its namespace or in
 * none. Repeated ones are joined with commas; blank ones and ones marked as nil count as absent.
 */
export class Arguments {
  readonly #children: readonly XmlElement[]

  constructor(method: XmlElement) {
    this.#children = elementsIn(method).filter(({ namespace }) => namespace === method.namespace || namespace === '')
  }

  /**
   * Returns a text as it was sent; undefined when there is none. Throws `invalid`/`bad-parameter` when it contains
   * elements, because part of it would be lost.
   */
  text(name: string): string | undefined {
    const given = this.#children.filter((child) => child.name === name && !isNil(child))
    if (given.some((child) => elementsIn(child).length > 0)) throw bad(name, 'must be a text without elements in it')
    const joined = given.map(textIn).join(',')
    return given.every((child) => textIn(child).trim() === '') ? undefined : joined
  }

  /** Like `text`, but throws `invalid`/`bad-parameter` when there is none. */
  required(name: string): string {
    return this.text(name) ?? missing(name)
  }

  /** Returns a required whole number. Throws `invalid`/`bad-parameter` for anything else. */
  whole(name: string): number {
    const text = this.required(name).trim()
    if (!WHOLE.test(text)) throw bad(name, 'must be a whole number')
    return Number(text)
  }
}

/** Throws the error for a parameter without a value. */
export function missing(name: string): never {
  throw bad(name, 'is missing')
}

function bad(name: string, problem: string): GatewayError {
  return new GatewayError('invalid', 'bad-parameter', `Parameter ${name} ${problem}`)
}

function isNil(element: XmlElement): boolean {
  return ['1', 'true'].includes(attributeOf(element, 'nil', INSTANCE)?.trim() ?? '')
}
