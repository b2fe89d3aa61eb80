/**
 * How many messages of one route and priority may be in memory before no more are claimed: enough for any link's
 * window.
 */
export const MESSAGES_IN_MEMORY = 2_000

/** Below this, more are claimed. */
const MESSAGES_LOW = 1_000

/** Counts the messages in memory by route and priority, and says how many more there is room for. */
export class HeldMessages {
  readonly #counts = new Map<string, number>()
  readonly #onRoom: () => void

  /** `onRoom`: there is room for more messages of some route and priority. */
  constructor(onRoom: () => void) {
    this.#onRoom = onRoom
  }

  /** How many more to claim; 0 while there are enough. */
  room(route: string, priority: number): number {
    const held = this.#held(route, priority)
    return held > MESSAGES_LOW ? 0 : MESSAGES_IN_MEMORY - held
  }

  /** Whether one more fits. */
  hasRoom(route: string, priority: number): boolean {
    return this.#held(route, priority) < MESSAGES_IN_MEMORY
  }

  add({ route, priority }: { readonly route: string; readonly priority: number }): void {
    this.#counts.set(`${route} ${priority}`, this.#held(route, priority) + 1)
  }

  remove({ route, priority }: { readonly route: string; readonly priority: number }): void {
    const held = this.#held(route, priority) - 1
    this.#counts.set(`${route} ${priority}`, held)
    if (held === MESSAGES_LOW) this.#onRoom()
  }

  #held(route: string, priority: number): number {
    return this.#counts.get(`${route} ${priority}`) ?? 0
  }
}
