const HEAD_END = '\r\n\r\n'

/**
 * Splits the octets of one connection into requests. Octets are read as Latin-1, so that each becomes one character.
 */
export class RequestReader {
  #rest = ''

  /** Returns the bodies of the requests completed by this chunk. */
  read(chunk: Buffer): readonly string[] {
    this.#rest += chunk.toString('latin1')
    const bodies: string[] = []
    for (;;) {
      const headEnd = this.#rest.indexOf(HEAD_END)
      if (headEnd < 0) return bodies
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#rest.slice(0, headEnd))?.[1] ?? 0)
      const bodyAt = headEnd + HEAD_END.length
      if (this.#rest.length < bodyAt + length) return bodies
      bodies.push(this.#rest.slice(bodyAt, bodyAt + length))
      this.#rest = this.#rest.slice(bodyAt + length)
    }
  }
}
