/**
 * Runs the tasks of one key one after the other, in the order of the calls; tasks of different keys do not wait for
 * each other.
 */
export class KeyTurns {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const own = before === undefined ? task() : before.then(task, task)
    this.#last.set(key, own)
    const leave = () => {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
    own.then(leave, leave)
    return own
  }
}
