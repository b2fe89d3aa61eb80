import type { PartOutcome } from '@heliograph/contracts'

const UNKNOWN: readonly PartOutcome[] = [{ kind: 'unknown' }]

/** A submit that waits for its answer. The first outcome counts. */
export interface Submit {
  readonly outcome: Promise<readonly PartOutcome[]>
  settle(outcomes: readonly PartOutcome[]): void
}

/** The submits of one link that wait for their answers. */
export class Outstanding {
  readonly #submits = new Set<Submit>()

  add(): Submit {
    let resolve: (outcomes: readonly PartOutcome[]) => void = () => {}
    const outcome = new Promise<readonly PartOutcome[]>((fulfil) => {
      resolve = fulfil
    })
    const submit: Submit = {
      outcome,
      settle: (outcomes) => {
        if (this.#submits.delete(submit)) resolve(outcomes)
      },
    }
    this.#submits.add(submit)
    return submit
  }

  /** Gives up on the answer to this submit. */
  lose(submit: Submit): void {
    submit.settle(UNKNOWN)
  }

  /** Resolves when all current submits are answered. They are lost when `signal` aborts first. */
  async drained(signal: AbortSignal): Promise<void> {
    const submits = [...this.#submits]
    const lose = () => {
      for (const submit of submits) submit.settle(UNKNOWN)
    }
    if (signal.aborted) lose()
    signal.addEventListener('abort', lose, { once: true })
    await Promise.all(submits.map(({ outcome }) => outcome))
    signal.removeEventListener('abort', lose)
  }

  /** Gives up on all answers, because the link is gone. */
  loseAll(): void {
    for (const submit of [...this.#submits]) submit.settle(UNKNOWN)
  }
}
