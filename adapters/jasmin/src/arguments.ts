import { GatewayError, type HttpRequest } from '@heliograph/contracts'
import { decodeText, type JsonObject, Parameters } from '@heliograph/wire'
import type { Login } from './authentication.ts'
import { badArgument, refusal } from './errors.ts'

/** An argument that a request may have. */
interface Field {
  readonly name: string
  readonly isRequired?: boolean
  readonly pattern?: RegExp
}

const TO: Field = { name: 'to', isRequired: true, pattern: /^\+?\d+$/ }
const FROM: Field = { name: 'from' }
const CODING: Field = { name: 'coding', pattern: /^(?:[0-9]|10|13|14)$/ }
/** Checked before everything else. */
const LOGIN: readonly Field[] = [{ name: 'username' }, { name: 'password' }]
const PRIORITY: Field = { name: 'priority', pattern: /^[0-3]$/ }
const SDT: Field = { name: 'sdt', pattern: /^\d{15}[+\-R]$/ }
const VALIDITY: Field = { name: 'validity-period', pattern: /^\d+$/ }
const TAGS: Field = { name: 'tags', pattern: /^[-a-zA-Z0-9,]*$/ }
const CONTENT: Field = { name: 'content' }
const HEX_CONTENT: Field = { name: 'hex-content' }

/** For what needs a login and nothing else. */
export const LOGIN_FIELDS: readonly Field[] = LOGIN

/** What a message is sent with, in the order in which Jasmin checks it. */
export const SEND_FIELDS: readonly Field[] = [
  TO,
  FROM,
  CODING,
  ...LOGIN,
  PRIORITY,
  SDT,
  VALIDITY,
  { name: 'dlr', pattern: /^(?:yes|no)$/ },
  { name: 'dlr-url', pattern: /^https?:\/\// },
  { name: 'dlr-level', pattern: /^[1-3]$/ },
  { name: 'dlr-method', pattern: /^(?:get|post)$/i },
  TAGS,
  CONTENT,
  HEX_CONTENT,
  { name: 'custom_tlvs' },
]

/** What its rate is asked with. */
export const RATE_FIELDS: readonly Field[] = [
  TO,
  FROM,
  CODING,
  ...LOGIN,
  PRIORITY,
  VALIDITY,
  TAGS,
  CONTENT,
  HEX_CONTENT,
]

/** The arguments of a request, by their names, in the order in which they were given. */
export interface Arguments {
  /** Of a parameter, one character for each octet; of JSON, text. */
  readonly values: ReadonlyMap<string, string>
  /** Whether the values are text already. */
  readonly isText: boolean
}

/** How parameters are read. */
const OPTIONS = { ignoreCase: false, blankIsEmpty: false, octets: true } as const

/** Reads the arguments of a query and a form; of one that is repeated, the first counts. */
export function argumentsOf(request: Pick<HttpRequest, 'query' | 'headers' | 'body'>): Arguments {
  const parameters = Parameters.of(request, OPTIONS)
  const values = new Map<string, string>()
  for (const name of parameters.names()) values.set(name, parameters.first(name) ?? '')
  return { values, isText: false }
}

/** Reads the arguments of a JSON object. Underscores in names stand for hyphens, except in `custom_tlvs`. */
export function argumentsOfJson(...objects: readonly JsonObject[]): Arguments {
  const values = new Map<string, string>()
  for (const object of objects)
    for (const [given, value] of Object.entries(object)) {
      const name = given === 'custom_tlvs' ? given : given.replaceAll('_', '-')
      if (typeof value === 'string') values.set(name, value)
      else if (typeof value === 'number') values.set(name, String(value))
      else if (given === 'custom_tlvs') values.set(name, '')
      else throw badArgument(name, JSON.stringify(value) ?? '')
    }
  return { values, isText: true }
}

/** One argument as text; undefined: it was not given. */
export function textOf({ values, isText }: Arguments, name: string): string | undefined {
  const value = values.get(name)
  return value === undefined || isText ? value : decodeText(Buffer.from(value, 'latin1'))
}

export function loginOf(given: Arguments): Login {
  return { username: textOf(given, 'username') ?? '', password: textOf(given, 'password') ?? '' }
}

/** Throws `invalid` for the first argument that is unknown, wrong or missing, in Jasmin's order and words. */
export function checkArguments({ values }: Arguments, fields: readonly Field[]): void {
  const names = [...values.keys()]
  if (fields !== LOGIN_FIELDS && names.every((name) => isAmong(LOGIN, name))) throw refusal('no-arguments')
  const unknown = names.find((name) => !isAmong(fields, name))
  // Jasmin looks at the fields once it has found one argument that it knows.
  if (unknown !== undefined && unknown === names[0]) throw unknownArgument(unknown)
  for (const { name, isRequired, pattern } of fields) {
    const value = values.get(name)
    if (value === undefined) {
      if (isRequired)
        throw new GatewayError('invalid', 'missing-argument', `Mandatory argument [${name}] is not found.`)
    } else if (pattern?.test(value) === false) throw badArgument(name, value)
  }
  if (unknown !== undefined) throw unknownArgument(unknown)
}

function isAmong(fields: readonly Field[], wanted: string): boolean {
  return fields.some(({ name }) => name === wanted)
}

function unknownArgument(name: string): GatewayError {
  return new GatewayError('invalid', 'unknown-argument', `Argument [${name.slice(0, 100)}] is unknown.`)
}
