import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf code runs. */
export interface FaultScope {
  readonly instanceId: string
  /** Absent outside of requests over HTTP. */
  readonly requestId?: string | undefined
  /** Answers the request with an internal error; absent as soon as it has been answered. */
  end?: ((thrown: unknown) => void) | undefined
}

/**
 * Carries the scope through everything that code waits for, so that an error that nothing catches leads back to its
 * instance and request, also one without a place in its stack (the error of a socket, say).
 *
 * Up to Node 22 that adds a third of a microsecond to every promise of the process, which a busy gateway notices. So it
 * is off until it is asked for.
 */
export class FaultScopes {
  readonly #storage = new AsyncLocalStorage<FaultScope>()
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  turnOn(): void {
    this.#isOn = true
  }

  run<T>(scope: FaultScope, work: () => T): T {
    return this.#isOn ? this.#storage.run(scope, work) : work()
  }

  /** The scope of the code that runs now, or of the error that is being told. */
  current(): FaultScope | undefined {
    return this.#storage.getStore()
  }
}
