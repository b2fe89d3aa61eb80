/** What becomes of a line of another gateway's configuration. */
export type Outcome = 'done' | 'differently' | 'not'

/** A line of the file, and what the gateway makes of it. */
export interface Finding {
  /** `kannel.conf:12`. */
  readonly place: string
  /** What it is about: `smsc main: throughput`. */
  readonly subject: string
  readonly outcome: Outcome
  /** As what, how, or why not. */
  readonly how: string
}

/** A client to be added, with its user. */
export interface PlannedAccount {
  /** Of the client: what programs log in with. */
  readonly name: string
  readonly email: string
  /** What programs log in with; undefined where the old one cannot be kept. */
  readonly password: string | undefined
  /** Number or sender of its channel; undefined: none is known. */
  readonly address: string | undefined
  /** From where programs may send (CIDR); empty: from everywhere. */
  readonly networks: readonly string[]
  /** The route that its messages take; undefined: by the rules. */
  readonly route: string | undefined
  /** Prepaid credit; undefined: it is billed afterwards. */
  readonly credit?: string | undefined
  /** Price of a part; undefined: none. */
  readonly price?: string | undefined
  /** Where incoming SMS to its number go, and the interface in whose form; undefined: nowhere. */
  readonly incoming?: { readonly url: string; readonly instance: string } | undefined
  /** True: it may not send. */
  readonly isDisabled?: boolean | undefined
}

/** A rule for messages. */
export interface PlannedRule {
  readonly name: string
  readonly when: { readonly to?: readonly string[]; readonly sender?: readonly string[] }
  /** Names of the accounts that it is for, whose ids are written once they have some; undefined: for all. */
  readonly accounts?: readonly string[] | undefined
  readonly route: string
}

/** The links of a route: the first ones share its messages, the next ones take their place. */
export interface PlannedRoute {
  readonly links: readonly string[]
  readonly fallbacks?: readonly (readonly string[])[]
}

/** A carrier's links by their names, each with its configuration. */
export type PlannedLinks = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An instance of an interface, with its configuration. */
export interface PlannedInterface {
  readonly instance: string
  readonly use: string
  readonly config: Readonly<Record<string, unknown>>
}

/** What an import would do. */
export interface ImportPlan {
  readonly links: PlannedLinks
  /** By their names. */
  readonly routes: Readonly<Record<string, PlannedRoute>>
  readonly rules: readonly PlannedRule[]
  readonly accounts: readonly PlannedAccount[]
  /** Those for programs of the other gateway. */
  readonly interfaces: readonly PlannedInterface[]
  readonly findings: readonly Finding[]
}

/** The instance of the carrier that has the links. */
export const CARRIER = 'smsc'

/** The id of a link in routes. */
export function linkIdOf(name: string): string {
  return `${CARRIER}/${name}`
}
