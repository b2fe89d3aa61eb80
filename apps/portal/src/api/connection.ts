import { toProblem } from './problem.ts'

/** Codes of answers from a gateway that cannot read its data, or from something in front of one that is down. */
const AWAY: ReadonlySet<string> = new Set(['database-away', 'http-502', 'http-503', 'http-504'])

/** Whether the gateway answers, as far as the requests of this tab have shown. */
class Connection {
  readonly #listeners = new Set<() => void>()
  #lostAt: number | undefined

  /** When the first request failed that nothing has answered since, in Unix milliseconds; undefined: it answers. */
  readonly lostAt = (): number | undefined => this.#lostAt

  /** Calls the listener after each change until the returned function is called. */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** `code` is that of the problem; undefined: the request was done. */
  noteAnswer(code: string | undefined): void {
    if (code !== undefined && AWAY.has(code)) this.#set(this.#lostAt ?? Date.now())
    else this.#set(undefined)
  }

  /** A request that the page itself gave up says nothing. */
  noteFailure(thrown: unknown): void {
    if (toProblem(thrown).category === 'offline') this.#set(this.#lostAt ?? Date.now())
  }

  #set(lostAt: number | undefined): void {
    if (lostAt === this.#lostAt) return
    this.#lostAt = lostAt
    for (const listener of this.#listeners) listener()
  }
}

/** The one of this tab. */
export const connection = new Connection()
