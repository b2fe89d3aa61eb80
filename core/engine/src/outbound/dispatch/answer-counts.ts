import type { Metrics } from '@heliograph/contracts'
import { Tallies } from '../../tallies.ts'
import type { RecordDecision } from './results/decide.ts'

const LABELS = ['link', 'route'] as const

/** How many messages of a link the network took, and how many it refused, put off, or did not answer in time. */
export interface LinkAnswers {
  readonly taken: number
  readonly failed: number
}

const NONE: LinkAnswers = { taken: 0, failed: 0 }

/** Counts what the answers of links about messages led to, by link and route. Refusals are final states. */
export class AnswerCounts {
  readonly #submitted: Tallies
  readonly #unknown: Tallies
  readonly #retried: Tallies
  readonly #links = new Map<string, { taken: number; failed: number }>()

  constructor(metrics: Metrics) {
    const counting = (name: string, help: string) => new Tallies(metrics.counter(name, help, LABELS), LABELS)
    this.#submitted = counting('messages_submitted', 'Messages that the network took, by the link they went over')
    this.#unknown = counting('messages_unknown', 'Messages that were handed over without an answer in time')
    this.#retried = counting('messages_retried', 'Messages that are tried again after a temporary refusal')
  }

  /** Shows a link with zeros, so that its first message is seen as an increase. */
  expect(link: string, route: string): void {
    for (const tallies of [this.#submitted, this.#unknown, this.#retried]) tallies.of(link, route)
    if (!this.#links.has(link)) this.#links.set(link, { taken: 0, failed: 0 })
  }

  decided(link: string, route: string, state: RecordDecision['state']): void {
    if (state === 'submitted' || state === 'delivered') this.#submitted.of(link, route).count += 1
    else if (state === 'unknown') this.#unknown.of(link, route).count += 1
    else if (state === 'retrying') this.#retried.of(link, route).count += 1
    const answers = this.#links.get(link)
    if (answers === undefined) return
    if (state === 'submitted' || state === 'delivered') answers.taken += 1
    else answers.failed += 1
  }

  /** Since the start, of a link that is expected. */
  ofLink(link: string): LinkAnswers {
    return this.#links.get(link) ?? NONE
  }
}
