/** The programs by name, with the headings of their columns in the README. */
export const PROGRAMS = {
  npm: 'npm `twilio`',
  python: '`python3-twilio`',
  symfony: '`php-symfony-twilio-notifier`',
} as const

export type ProgramName = keyof typeof PROGRAMS

/** What a program can be told to do with its library. */
export type Call = 'send' | 'read' | 'list' | 'redact' | 'delete' | 'cancel' | 'check' | 'answer'

/** A call with where the gateway is, and all that any call needs. */
export interface Order {
  readonly call: Call
  readonly url: string
  readonly account: string
  readonly key: string
  readonly from: string
  readonly to: string
  readonly body: string
  /** Of a message that was sent before. */
  readonly sid?: string
  readonly sendAt?: string
  readonly statusCallback?: string
  /** A signed request for the library's validator. */
  readonly signed?: SignedCall
}

/** A request to a client's server, with the key that its signature was made with. */
export interface SignedCall {
  readonly key: string
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly signature: string
}

/** What a call returned, or the class and number of the error that the library threw. */
export interface Outcome {
  readonly error?: string
  readonly sid?: string
  readonly status?: string
  readonly body?: string
  readonly segments?: string
  /** Texts of a list. */
  readonly bodies?: readonly string[]
  readonly isGenuine?: boolean
  readonly twiml?: string
}

/** A library that others wrote, pointed at the gateway as the README tells its users. */
export interface Program {
  run(order: Order): Promise<Outcome>
  close(): Promise<void>
}
