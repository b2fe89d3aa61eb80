import type { HttpRequest, LoginAttempt, Principal } from '@heliograph/contracts'
import type { Arguments } from './arguments.ts'
import type { SoapServices } from './services.ts'

/** The simple types of XML Schema that are used here. */
export type ValueType = 'string' | 'int'

/** A parameter of a method, or a field of a row. */
export interface Field {
  readonly name: string
  readonly type: ValueType
  /** For the documentation. */
  readonly meaning: string
  readonly isOptional?: boolean | undefined
}

/** A row of a result, by the names of its fields. */
export type Row = Readonly<Record<string, string | number>>

/** The type of the rows that a method returns as a list. */
export interface RowType {
  /** The name of a row, as type and as element. */
  readonly name: string
  readonly fields: readonly Field[]
}

/** What a method works with. */
export interface Call {
  readonly services: SoapServices
  /** The name of the product. */
  readonly product: string
  readonly arguments: Arguments
  readonly request: HttpRequest
}

/** A call whose parameters have been read. */
export interface ReadCall<R> {
  /** By what it has to be known who calls; absent: anyone may. */
  readonly credential?:
    | { readonly kind: 'key'; readonly key: string }
    | { readonly kind: 'login'; readonly attempt: LoginAttempt }
    | undefined
  /** `principal`: undefined when the credential is absent or not good. Throws `GatewayError`. */
  answer(principal: Principal | undefined): R | Promise<R>
}

interface Signature {
  readonly name: string
  /** What it does, as a sentence; shown in the WSDL and on the page. */
  readonly summary: string
  readonly parameters: readonly Field[]
}

/** One method of the service: its description and its implementation. `read` throws `GatewayError`. */
export type Method =
  | (Signature & { readonly returns: 'string'; read(call: Call): ReadCall<string> })
  | (Signature & { readonly returns: RowType; read(call: Call): ReadCall<readonly Row[]> })
