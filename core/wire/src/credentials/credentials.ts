import type { HttpHeaders } from '@heliograph/contracts'
import type { Names, ParameterPlace, Parameters } from '../parameters/parameters.ts'

/** An API key in a header of its own. */
export interface HeaderKey {
  readonly kind: 'header'
  /** In lower case: `x-api-key`. */
  readonly name: string
  /**
   * True: a header with an empty value counts as a credential, and no other form is tried. Otherwise it counts as
   * absent.
   */
  readonly emptyCounts?: boolean | undefined
}

/** An API key in `Authorization` after one of several scheme words. */
export interface SchemeKey {
  readonly kind: 'authorization'
  /** In any letter case: `Bearer`, `ApiKey`. */
  readonly schemes: readonly string[]
  /** True: a value without one of the words is a key as a whole. Otherwise it is not a credential. */
  readonly bare?: boolean | undefined
}

/** Account and password in `Authorization: Basic` (RFC 7617). */
export interface BasicLogin {
  readonly kind: 'basic'
}

/** An API key in a parameter. */
export interface ParameterKey {
  readonly kind: 'parameter'
  /** In order of precedence. */
  readonly names: Names
  /** The only place to look; without it, query and form. */
  readonly place?: ParameterPlace | undefined
}

/**
 * A login by parameters. One of them is enough to count as a login; reporting that it is incomplete is up to the
 * interface.
 */
export interface ParameterLogin {
  readonly kind: 'login'
  readonly account: Names
  readonly password: Names
  /** The client ID, where the interface requires one. */
  readonly client?: Names | undefined
}

/** One way to give a credential. An interface lists the forms that it accepts, in order of precedence. */
export type CredentialForm = HeaderKey | SchemeKey | BasicLogin | ParameterKey | ParameterLogin

/** A credential as given. Fields of a login that were not given are empty. */
export type Credential =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'login'; readonly account: string; readonly password: string; readonly client: string }

/** `X-API-Key: <API_KEY>`. */
export const X_API_KEY: HeaderKey = { kind: 'header', name: 'x-api-key' }

/** `Authorization: Bearer <API_KEY>`. */
export const BEARER: SchemeKey = { kind: 'authorization', schemes: ['Bearer'] }

/** `Authorization: Bearer <API_KEY>` or `Authorization: ApiKey <API_KEY>`. */
export const BEARER_OR_API_KEY: SchemeKey = { kind: 'authorization', schemes: ['Bearer', 'ApiKey'] }

/** `Authorization: Basic <account:password>`. */
export const BASIC: BasicLogin = { kind: 'basic' }

const SCHEME = /^\s*([^\s]+)(?:\s+|$)/

/**
 * Returns the credential of a request: the first of the forms that is present. It alone counts, even when it turns out
 * to be wrong. Forms that are not listed are ignored. Undefined: there is none.
 */
export function readCredential(
  forms: readonly CredentialForm[],
  headers: HttpHeaders,
  parameters?: Parameters,
): Credential | undefined {
  for (const form of forms) {
    const credential = readForm(form, headers, parameters)
    if (credential !== undefined) return credential
  }
  return undefined
}

function readForm(form: CredentialForm, headers: HttpHeaders, parameters?: Parameters): Credential | undefined {
  switch (form.kind) {
    case 'header':
      return readHeader(headers[form.name]?.trim(), form.emptyCounts ?? false)
    case 'authorization':
      return readScheme(headers.authorization, form)
    case 'basic':
      return readBasic(headers.authorization)
    case 'parameter':
      return readParameter(form.place === undefined ? parameters : parameters?.only(form.place), form.names)
    case 'login':
      return parameters === undefined ? undefined : readLogin(parameters, form)
  }
}

function readHeader(value: string | undefined, emptyCounts: boolean): Credential | undefined {
  if (value === undefined || (value === '' && !emptyCounts)) return undefined
  return { kind: 'key', key: value }
}

function readScheme(value: string | undefined, { schemes, bare = false }: SchemeKey): Credential | undefined {
  if (value === undefined) return undefined
  const [scheme, rest] = splitScheme(value)
  if (schemes.some((known) => known.toLowerCase() === scheme)) return keyOf(rest)
  return bare ? keyOf(value.trim()) : undefined
}

function readBasic(value: string | undefined): Credential | undefined {
  const [scheme, rest] = splitScheme(value ?? '')
  if (scheme !== 'basic' || rest === '') return undefined
  const text = Buffer.from(rest, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return { kind: 'login', account: text, password: '', client: '' }
  return { kind: 'login', account: text.slice(0, colon), password: text.slice(colon + 1), client: '' }
}

function readParameter(parameters: Parameters | undefined, names: Names): Credential | undefined {
  return keyOf(parameters?.joined(names)?.trim() ?? '')
}

function readLogin(parameters: Parameters, { account, password, client = [] }: ParameterLogin): Credential | undefined {
  const login = {
    kind: 'login',
    account: parameters.joined(account)?.trim() ?? '',
    // Blanks may be part of the password.
    password: parameters.joined(password) ?? '',
    client: parameters.joined(client)?.trim() ?? '',
  } as const
  return login.account === '' && login.password === '' && login.client === '' ? undefined : login
}

function keyOf(key: string): Credential | undefined {
  return key === '' ? undefined : { kind: 'key', key }
}

/** The scheme word in lower case, and the text after it. */
function splitScheme(value: string): readonly [scheme: string, rest: string] {
  const match = SCHEME.exec(value)
  return match === null ? ['', ''] : [(match[1] as string).toLowerCase(), value.slice(match[0].length).trim()]
}
