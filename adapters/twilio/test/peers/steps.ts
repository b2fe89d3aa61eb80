/** What a library is made to do, by name; each script answers with the outcomes in this order. */
export const STEPS = [
  'send',
  'read',
  'list in pages of one',
  'redact',
  'delete',
  'read what is deleted',
  'cancel',
  'a wrong key',
  'a bad number',
  'an opted-out recipient',
  'a foreign sender',
] as const

export type Step = (typeof STEPS)[number]

/** What came of a step: values of interest, or the number of the error that the library threw. */
export type Outcome = string | number | readonly (string | number)[]

/** Where a script finds the gateway, and what it sends with. */
export interface Order {
  readonly url: string
  readonly account: string
  readonly key: string
  readonly from: string
  readonly to: string
  readonly optedOut: string
  readonly sendAt: string
}

/** Does all steps with a library. Delivers what was sent before it goes on: `delivered` resolves once that is done. */
export type Peer = (order: Order, delivered: () => Promise<void>) => Promise<Readonly<Record<Step, Outcome>>>
