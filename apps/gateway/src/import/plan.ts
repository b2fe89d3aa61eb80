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
  /** The route that its messages take; undefined: by their recipients. */
  readonly route: string | undefined
}

/** A rule for recipients; those for accounts are made once these have ids. */
export interface PlannedRule {
  readonly name: string
  readonly when: { readonly to: readonly string[] }
  readonly route: string
}

/** A carrier's links by their names, each with its configuration. */
export type PlannedLinks = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What an import would do. */
export interface ImportPlan {
  readonly links: PlannedLinks
  /** Links by the names of their routes. */
  readonly routes: Readonly<Record<string, readonly string[]>>
  readonly rules: readonly PlannedRule[]
  readonly accounts: readonly PlannedAccount[]
  /** Configuration of the interface for programs of the other gateway. */
  readonly interface: {
    readonly instance: string
    readonly use: string
    readonly config: Readonly<Record<string, unknown>>
  }
  readonly findings: readonly Finding[]
}

/** The instance of the carrier that has the links. */
export const CARRIER = 'smsc'
