import type { Metrics } from '@heliograph/contracts'
import { Tallies } from '../../tallies.ts'
import type { RecordDecision } from './results/decide.ts'

const LABELS = ['link', 'route'] as const

/** Counts what the answers of links about messages led to, by link and route. Refusals are final states. */
export class AnswerCounts {
  readonly #submitted: Tallies
  readonly #unknown: Tallies
  readonly #retried: Tallies

  constructor(metrics: Metrics) {
    const counting = (name: string, help: string) => new Tallies(metrics.counter(name, help, LABELS), LABELS)
    this.#submitted = counting('messages_submitted', 'Messages that the network took, by the link they went over')
    this.#unknown = counting('messages_unknown', 'Messages that were handed over without an answer in time')
    this.#retried = counting('messages_retried', 'Messages that are tried again after a temporary refusal')
  }

  /** Shows a link with zeros, so that its first message is seen as an increase. */
  expect(link: string, route: string): void {
    for (const tallies of [this.#submitted, this.#unknown, this.#retried]) tallies.of(link, route)
  }

  decided(link: string, route: string, state: RecordDecision['state']): void {
    if (state === 'submitted' || state === 'delivered') this.#submitted.of(link, route).count += 1
    else if (state === 'unknown') this.#unknown.of(link, route).count += 1
    else if (state === 'retrying') this.#retried.of(link, route).count += 1
  }
}
