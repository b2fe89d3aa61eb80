import type { HttpRequest } from '@heliograph/contracts'
import { decodeText, type Names, type Parameters } from '@heliograph/wire'
import { badField } from './errors.ts'

/** The numeric fields that Kannel checks, in Kannel's order, each with its name in refusals and its range. */
const NUMBERS = {
  dlrMask: ['DLR-Mask', 0, 66],
  mclass: ['MClass', 0, 3],
  pid: ['PID', 0, 255],
  rpi: ['RPI', 0, 2],
  altDcs: ['Alt-DCS', 0, 1],
  mwi: ['MWI', 0, 7],
  coding: ['Coding', 0, 2],
  compress: ['Compress', 0, 1],
  validity: ['Validity', 0, Number.POSITIVE_INFINITY],
  deferred: ['Deferred', 0, Number.POSITIVE_INFINITY],
  priority: ['Priority', 0, 3],
} as const satisfies Record<string, readonly [label: string, least: number, most: number]>

/** The same with the names of their parameters: worked out once, since every request asks for all of them. */
const NUMBER_FIELDS = Object.entries(NUMBERS).map(([field, [label, least, most]]) => {
  const name = label.toLowerCase()
  return { field: field as NumberField, label, least, most, names: [name, name.replace('dlr-', 'dlr')] as const }
})

const USER = ['username', 'user'] as const
const PASSWORD = ['password', 'pass'] as const
const DLR_URL = ['dlr-url', 'dlrurl'] as const

/** The parameters of a login. */
export const LOGIN = [...USER, ...PASSWORD]

export type Login = Pick<SendFields, 'user' | 'password'>

type NumberField = keyof typeof NUMBERS

/** A request before any check. Fields that were not given are undefined. */
export interface SendFields {
  /** A POST that has its fields in headers and the text as its body. */
  readonly isHeaderForm: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  readonly from: string | undefined
  /** Empty when it was given without a value. */
  readonly to: string | undefined
  readonly text: Buffer
  /** The charset of the text, as the client names it. */
  readonly charset: string | undefined
  readonly udh: Buffer | undefined
  readonly account: string | undefined
  readonly dlrUrl: string | undefined
  readonly numbers: Readonly<Record<NumberField, number | undefined>>
}

/** Reads the fields of a query or a form, whose values are octets (`ParameterOptions.octets`). */
export function readParameters(parameters: Parameters): SendFields {
  return {
    isHeaderForm: false,
    user: readText(parameters, USER),
    password: readText(parameters, PASSWORD),
    from: readText(parameters, 'from'),
    to: readText(parameters, 'to') ?? (parameters.isNamed('to') ? '' : undefined),
    text: readOctets(parameters, 'text') ?? Buffer.alloc(0),
    charset: readText(parameters, 'charset'),
    udh: readOctets(parameters, 'udh'),
    account: readText(parameters, 'account'),
    dlrUrl: readText(parameters, DLR_URL),
    numbers: readNumbers((names) => readText(parameters, names)),
  }
}

/** Reads only who logs in. */
export function readLogin(parameters: Parameters): Login {
  return { user: readText(parameters, USER), password: readText(parameters, PASSWORD) }
}

const OTHER_THAN_ASCII = /[\x80-\xff]/

function readOctets(parameters: Parameters, names: Names): Buffer | undefined {
  const value = parameters.first(names)
  return value === undefined ? undefined : Buffer.from(value, 'latin1')
}

function readText(parameters: Parameters, names: Names): string | undefined {
  const value = parameters.first(names)
  return value && (OTHER_THAN_ASCII.test(value) ? decodeText(Buffer.from(value, 'latin1')) : value)
}

/** Reads the fields of a POST with `X-Kannel-` headers, except for the type of its body. */
export function readHeaders({ headers, body }: Pick<HttpRequest, 'headers' | 'body'>): SendFields {
  const text = (name: string) => {
    const value = headers[`x-kannel-${name}`]?.trim()
    return value === undefined ? undefined : decodeText(Buffer.from(value, 'latin1'))
  }
  const udh = text('udh')
  return {
    isHeaderForm: true,
    user: text('username'),
    password: text('password'),
    from: text('from'),
    to: text('to'),
    text: body,
    charset: undefined,
    udh: udh === undefined ? undefined : octetsOfHeader(udh),
    account: text('account'),
    dlrUrl: text('dlr-url'),
    numbers: readNumbers(([name]) => text(name)),
  }
}

/** Throws `invalid` for the first number that is out of its range. */
export function checkNumbers(numbers: SendFields['numbers']): void {
  for (const { field, label, least, most } of NUMBER_FIELDS) {
    const value = numbers[field]
    if (value !== undefined && (value < least || value > most)) throw badField(label)
  }
}

type NumberNames = (typeof NUMBER_FIELDS)[number]['names']

function readNumbers(read: (names: NumberNames) => string | undefined): SendFields['numbers'] {
  const numbers = {} as Record<NumberField, number | undefined>
  for (const { field, names } of NUMBER_FIELDS) numbers[field] = readInteger(read(names))
  return numbers
}

/**
 * Reads a number as C's `sscanf("%d")` does: a value that begins with digits is a number, anything else counts as not
 * given. So does -1, with which Kannel marks what was not given.
 */
function readInteger(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const digits = /^\s*([+-]?\d+)/.exec(value)?.[1]
  const number = Number(digits)
  return digits === undefined || number === -1 ? undefined : number
}

/** Decodes hexadecimal, or else percent-encoding. */
function octetsOfHeader(value: string): Buffer {
  if (/^(?:[0-9a-f]{2})*$/i.test(value)) return Buffer.from(value, 'hex')
  const unescaped = value.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(unescaped, 'latin1')
}
