import { GatewayError } from '@heliograph/contracts'
import { isGsmText, isNumberCountry, MAX_PARTS, measureText, normaliseNumber } from '@heliograph/messaging'

/** Why a value was refused; the text follows the field's name. */
export class Problem {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Turns a value as given into the value to store, or reports what is wrong with it. */
export type Reader<T, R> = (raw: T) => R | Problem

/** Collects what is wrong with the fields of one request, so that all of it is reported at once. */
export class Fields {
  readonly #problems: Record<string, string> = {}

  /** The value to store; undefined when the field is absent or refused. */
  read<T, R>(name: string, raw: T | undefined, reader: Reader<T, R>): R | undefined {
    if (raw === undefined) return undefined
    const value = reader(raw)
    if (!(value instanceof Problem)) return value
    this.refuse(name, value.text)
    return undefined
  }

  /** Like `read`, for a required field. The result is only meaningful once `check` has passed. */
  require<T, R>(name: string, raw: T | undefined, reader: Reader<T, R>): R {
    if (raw === undefined) this.refuse(name, 'is required')
    return this.read(name, raw, reader) as R
  }

  refuse(name: string, problem: string): void {
    this.#problems[name] = problem
  }

  /** Throws `invalid`/`invalid-settings` when a field was refused, with `details` by field. */
  check(): void {
    const problems = Object.entries(this.#problems)
    if (problems.length === 0) return
    const text = problems.map(([name, problem]) => `${name} ${problem}`).join('; ')
    throw new GatewayError('invalid', 'invalid-settings', text, { details: this.#problems })
  }
}

/** Null and the empty text clear a setting; anything else must pass the reader. */
export function clearable<R>(reader: Reader<string, R>): Reader<string | null, R | null> {
  return (raw) => (raw === null || raw.trim() === '' ? null : reader(raw))
}

/** Null clears a setting for which the empty text has a meaning of its own. */
export function unlessNull<R>(reader: Reader<string, R>): Reader<string | null, R | null> {
  return (raw) => (raw === null ? null : reader(raw))
}

export function readText(maxLength: number): Reader<string, string> {
  return (raw) => {
    const text = raw.trim()
    if (text === '') return new Problem('must not be empty')
    return text.length <= maxLength ? text : new Problem(`must have at most ${maxLength} characters`)
  }
}

export const readCountry: Reader<string, string> = (raw) => {
  const country = raw.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(country) && isNumberCountry(country)) return country
  return new Problem('must be a country code of two letters (ISO 3166-1), for example ZA')
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const readCurrency: Reader<string, string> = (raw) => {
  const currency = raw.trim().toUpperCase()
  if (CURRENCIES.has(currency)) return currency
  return new Problem('must be a currency code of three letters (ISO 4217), for example ZAR')
}

/** An exact decimal, kept as text, with at most 12 digits before the point and 6 after it. */
export const readAmount: Reader<string, string> = (raw) =>
  /^\d{1,12}(\.\d{1,6})?$/.test(raw)
    ? raw
    : new Problem('must be a decimal amount like 100.00, with at most 6 decimals')

/** Like `readAmount`, with an optional sign. */
export const readSignedAmount: Reader<string, string> = (raw) => {
  const amount = readAmount(raw.replace(/^[+-]/, ''))
  return amount instanceof Problem || !raw.startsWith('-') ? amount : `-${amount}`
}

const MAX_INTEGER = 2 ** 31 - 1

export const readCount: Reader<number, number> = (raw) =>
  Number.isInteger(raw) && raw >= 1 && raw <= MAX_INTEGER ? raw : new Problem('must be a whole number, 1 or more')

const MAX_URL_CHARACTERS = 2_048
/** Of the form that goes over the wire. */
const MAX_URL_OCTETS = 8_192

/** http or https, without user and password. */
export const readUrl: Reader<string, string> = (raw) => {
  const text = raw.trim()
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return new Problem('must be an http or https URL')
  if (url.username !== '' || url.password !== '') return new Problem('must not carry a user name or password')
  if (text.length > MAX_URL_CHARACTERS) return new Problem(`must have at most ${MAX_URL_CHARACTERS} characters`)
  return url.href.length <= MAX_URL_OCTETS
    ? text
    : new Problem(`must have at most ${MAX_URL_OCTETS} octets when escaped`)
}

/** The placeholder that link bases may begin with. */
const BASE_URL = '{base_url}'

/**
 * The base of links: a URL that may itself begin with `{base_url}`. A base that ends in a path gets the slash it needs;
 * one that ends in a query is left as it is. The empty text is kept and means no link.
 */
export const readLinkBase: Reader<string, string> = (raw) => {
  const text = raw.trim()
  if (text === '') return ''
  const example = text.startsWith(BASE_URL) ? `https://sms.example.com${text.slice(BASE_URL.length)}` : text
  const url = readUrl(example)
  if (url instanceof Problem) return url
  if (example.includes('{')) return new Problem(`may have ${BASE_URL} at the beginning only`)
  return /[/=?#&]$/.test(text) || /[?#]/.test(text) ? text : `${text}/`
}

export const readEmail: Reader<string, string> = (raw) => {
  const email = raw.trim().toLowerCase()
  const sound = email.length <= 254 && /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(email)
  return sound ? email : new Problem('must be an e-mail address')
}

/** A subscriber's number in any form used in `country`, as E.164 digits. */
export function readMobile(country: string): Reader<string, string> {
  return (raw) => normaliseNumber(raw, 'local', country) ?? new Problem('must be a mobile number')
}

/** A number to send from and receive on: a short code of 3 to 8 digits as it is, anything else as E.164 digits. */
export function readChannelNumber(country: string): Reader<string, string> {
  return (raw) => {
    const text = raw.trim()
    if (/^[1-9]\d{2,7}$/.test(text)) return text
    return (
      normaliseNumber(text, 'international', country) ?? new Problem('must be a phone number or a short code in digits')
    )
  }
}

/**
 * An alphanumeric sender. It has to fit 11 characters of GSM 03.38 (3GPP TS 23.040, 9.1.2.5) for handsets to show it;
 * digits alone would be a number.
 */
export const readSender: Reader<string, string> = (raw) => {
  const sender = raw.trim()
  const sound = isGsmText(sender) && !/\p{Cc}/u.test(sender) && /\p{L}/u.test(sender) && measureText(sender).units <= 11
  return sound ? sender : new Problem('must have 1 to 11 GSM characters, with at least one letter')
}

/** The text of an automatic message. */
export const readMessageText: Reader<string, string> = (raw) =>
  measureText(raw).parts <= MAX_PARTS ? raw : new Problem(`must fit ${MAX_PARTS} parts`)

/** One of a list, in upper or lower case. */
export function readChoice<T extends string>(choices: readonly T[]): Reader<string, T> {
  return (raw) =>
    choices.find((choice) => choice.toLowerCase() === raw.trim().toLowerCase()) ??
    new Problem(`must be one of ${choices.join(', ')}`)
}
