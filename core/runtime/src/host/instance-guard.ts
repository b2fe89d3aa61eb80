import type { FaultScope, FaultScopes } from './fault-scopes.ts'

/** What stands between an instance and those who call its code: in the right scope, and not at all once it is out. */
export class InstanceGuard {
  readonly #scopes: FaultScopes
  readonly #scope: FaultScope
  readonly #calls: (() => void)[] = []
  #isOut = false
  #isSilent = false

  constructor(instanceId: string, scopes: FaultScopes) {
    this.#scopes = scopes
    this.#scope = { instanceId }
  }

  /** Whether the instance has been taken out of service. */
  get isOut(): boolean {
    return this.#isOut
  }

  /** Whether not even its timers may run any more; it needs them while it stops. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Whether scopes are carried on, so that a request can be ended by its faults. */
  get isCarrying(): boolean {
    return this.#scopes.isOn
  }

  run<T>(work: () => T, scope = this.#scope): T {
    return this.#scopes.run(scope, work)
  }

  /** Calls `call` when the instance is taken out; at once when it is out already. */
  whenOut(call: () => void): void {
    if (this.#isOut) call()
    else this.#calls.push(call)
  }

  takeOut(): void {
    this.#isOut = true
    for (const call of this.#calls.splice(0)) call()
  }

  silence(): void {
    this.#isSilent = true
  }
}
