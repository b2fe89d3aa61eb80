import type { LateAnswer, LateOutcome, PartOutcome } from '@heliograph/contracts'
import type { SubmitDraft } from './submit-plan.ts'

/** A part of a message, as a late answer names it. */
export type GivenUpPart = Pick<LateAnswer, 'smsId' | 'attempt' | 'part'>

interface GivenUp extends GivenUpPart {
  /** The answer that came after all, while the message's other parts were still to be answered. */
  outcome: LateOutcome | undefined
  /** Whether the outcomes of the message have been given. */
  isSettled: boolean
}

/**
 * The parts that were given up and may still be answered. They are known by their submit_sm, which the session
 * remembers as long as it recognises the answer.
 */
export class LateAnswers {
  readonly #parts = new WeakMap<object, GivenUp>()
  readonly #report: (part: GivenUpPart, outcome: LateOutcome) => void

  /** `report` is called with each answer to a part whose outcome has been given as unknown. */
  constructor(report: (part: GivenUpPart, outcome: LateOutcome) => void) {
    this.#report = report
  }

  gaveUp(submit: SubmitDraft, { smsId, attempt, part }: GivenUpPart): void {
    this.#parts.set(submit, { smsId, attempt, part, outcome: undefined, isSettled: false })
  }

  /** The outcome of a part when those of its message are given; what comes later is reported. */
  settle(submit: SubmitDraft, outcome: PartOutcome): PartOutcome {
    const part = outcome.kind === 'unknown' ? this.#parts.get(submit) : undefined
    if (part === undefined) return outcome
    part.isSettled = true
    return part.outcome ?? outcome
  }

  answered(submit: object, outcome: PartOutcome): void {
    const part = this.#parts.get(submit)
    if (part === undefined || outcome.kind === 'unknown' || outcome.kind === 'not-sent') return
    if (!part.isSettled) part.outcome = outcome
    else this.#report({ smsId: part.smsId, attempt: part.attempt, part: part.part }, outcome)
  }
}
