/** Something that a node notices, with those that have to know. */
export class Signal<T = void> {
  readonly #handlers: ((value: T) => void)[] = []

  /** Calls the handler with every value from now on. */
  on(handler: (value: T) => void): void {
    this.#handlers.push(handler)
  }

  raise(value: T): void {
    for (const handler of this.#handlers) handler(value)
  }
}
