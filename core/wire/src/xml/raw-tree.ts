/** A name as written, with the value as a reader of XML gets it. */
export type RawAttribute = readonly [name: string, value: string]

/** An element whose prefixes have not been resolved. */
export interface RawElement {
  /** As written, with its prefix. */
  readonly name: string
  /** Declarations of namespaces among them. */
  readonly attributes: readonly RawAttribute[]
  readonly children: readonly (RawElement | string)[]
}

interface OpenElement extends RawElement {
  readonly children: (RawElement | string)[]
}

/** Puts a tree together from tags and texts in the order of the document. What may follow what is for its caller to know. */
export class RawTree {
  readonly #open: OpenElement[] = []
  #root: RawElement | undefined
  /** Text that goes on behind a comment. */
  #text = ''

  get root(): RawElement | undefined {
    return this.#root
  }

  /** Elements that have begun and not ended. */
  get depth(): number {
    return this.#open.length
  }

  /** The name of the innermost of them. */
  get innermost(): string | undefined {
    return this.#open.at(-1)?.name
  }

  begin(name: string, attributes: readonly RawAttribute[]): void {
    this.#endText()
    const element: OpenElement = { name, attributes, children: [] }
    this.#open.at(-1)?.children.push(element)
    this.#root ??= element
    this.#open.push(element)
  }

  end(): void {
    this.#endText()
    this.#open.pop()
  }

  text(text: string): void {
    this.#text += text
  }

  /** A text of its own, whatever stands beside it. */
  literal(text: string): void {
    this.#endText()
    if (text !== '') this.#open.at(-1)?.children.push(text)
  }

  #endText(): void {
    if (this.#text === '') return
    this.#open.at(-1)?.children.push(this.#text)
    this.#text = ''
  }
}
