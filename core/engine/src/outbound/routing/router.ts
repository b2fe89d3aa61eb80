import { PRIORITIES, type PriorityName, type RuleCondition } from '@heliograph/contracts'
import { callingCodeOf, countryOfNumber } from '@heliograph/messaging'
import type { EngineSettings } from '../../settings.ts'

export type RoutingRule = EngineSettings['routing'][number]

/** What rules look at besides the recipient. */
export interface RoutedMessage {
  readonly clientId: number
  readonly sender: string
  readonly priority: number
  readonly parts: number
}

/** The route of messages that no rule sends elsewhere. */
export const DEFAULT_ROUTE = 'default'

/**
 * How many numbers have their country remembered; a full memory is emptied, which costs some microseconds for each
 * number that occurs again.
 */
const REMEMBERED_COUNTRIES = 100_000

interface CompiledRule {
  readonly rule: RoutingRule
  /** Conditions besides the beginning of the number, cheapest first. */
  readonly checks: readonly [RuleCondition, (to: string, message: RoutedMessage) => boolean][]
}

/**
 * The routing rules, prepared for accepting messages: rules about numbers are found by the beginning of the number and
 * not by trying them one after the other, so it costs nothing to have many.
 */
export class Router {
  readonly #rules: readonly CompiledRule[]
  /**
   * Indexes of rules by the beginnings of numbers they require; those that require none are under the empty one.
   * Ascending.
   */
  readonly #byPrefix = new Map<string, number[]>()
  /** Lengths of the beginnings. */
  readonly #lengths: readonly number[]
  readonly #countries = new Map<string, string | undefined>()

  constructor(rules: readonly RoutingRule[]) {
    this.#rules = rules.map((rule) => ({ rule, checks: this.#checksOf(rule.when) }))
    rules.forEach((rule, index) => {
      for (const prefix of prefixesOf(rule.when)) {
        const found = this.#byPrefix.get(prefix)
        if (found === undefined) this.#byPrefix.set(prefix, [index])
        else if (found.at(-1) !== index) found.push(index)
      }
    })
    this.#lengths = [...new Set([...this.#byPrefix.keys()].map((prefix) => prefix.length))]
  }

  /** The route of a message. `to`: E.164 digits. */
  routeFor(to: string, message: RoutedMessage): string {
    const index = this.findRule(to, message)
    return index === undefined ? DEFAULT_ROUTE : (this.#rules[index] as CompiledRule).rule.route
  }

  /** Index of the first rule that fits. */
  findRule(to: string, message: RoutedMessage): number | undefined {
    let first: number | undefined
    for (const length of this.#lengths) {
      for (const index of this.#byPrefix.get(to.slice(0, length)) ?? []) {
        if (first !== undefined && index >= first) break
        if (this.#holds(index, to, message)) first = index
      }
    }
    return first
  }

  /** Conditions of a rule that a message does not meet. For explanations. */
  unmet(index: number, to: string, message: RoutedMessage): readonly RuleCondition[] {
    const { rule, checks } = this.#rules[index] as CompiledRule
    const unmet = checks.filter(([, check]) => !check(to, message)).map(([condition]) => condition)
    const { to: beginnings, country } = rule.when
    if (beginnings !== undefined && !beginnings.some((prefix) => to.startsWith(prefix))) unmet.unshift('to')
    if (country !== undefined && !unmet.includes('country') && !this.#isIn(to, country)) unmet.unshift('country')
    return unmet
  }

  /** The country of a number, remembered. */
  countryOf(to: string): string | undefined {
    if (this.#countries.has(to)) return this.#countries.get(to)
    if (this.#countries.size >= REMEMBERED_COUNTRIES) this.#countries.clear()
    const country = countryOfNumber(to)
    this.#countries.set(to, country)
    return country
  }

  #isIn(to: string, countries: readonly string[]): boolean {
    const country = this.countryOf(to)
    return country !== undefined && countries.includes(country)
  }

  #holds(index: number, to: string, message: RoutedMessage): boolean {
    return (this.#rules[index] as CompiledRule).checks.every(([, check]) => check(to, message))
  }

  #checksOf(when: RoutingRule['when']): CompiledRule['checks'] {
    const { sender, client, priority, parts, country } = when
    const checks: [RuleCondition, (to: string, message: RoutedMessage) => boolean][] = []
    if (client !== undefined) checks.push(['client', (_, message) => client.includes(message.clientId)])
    if (priority !== undefined) {
      const wanted = priority.map((name: PriorityName): number => PRIORITIES[name])
      checks.push(['priority', (_, message) => wanted.includes(message.priority)])
    }
    if (parts !== undefined) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = parts
      checks.push(['parts', (_, message) => message.parts >= min && message.parts <= max])
    }
    if (sender !== undefined) checks.push(['sender', (_, message) => sender.includes(message.sender)])
    if (country !== undefined && !isKnownByPrefix(when)) checks.push(['country', (to) => this.#isIn(to, country)])
    return checks
  }
}

/** What numbers must begin with for the rule to apply at all; the empty beginning stands for every number. */
function prefixesOf({ to, country }: RoutingRule['when']): readonly string[] {
  if (to !== undefined) return to
  if (country === undefined) return ['']
  return country.map((code) => callingCodeOf(code)?.callingCode).filter((code) => code !== undefined)
}

/** Whether the calling code alone shows that a number is in one of the rule's countries. */
function isKnownByPrefix({ to, country = [] }: RoutingRule['when']): boolean {
  return to === undefined && !country.some((code) => callingCodeOf(code)?.isShared)
}
