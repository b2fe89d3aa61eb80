import type { HttpRequest } from '@heliograph/contracts'
import type { Arguments } from './arguments.ts'
import type { SoapServices } from './services.ts'

/** The simple types of XML Schema that are spoken here. */
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

/** A method that returns a list of rows. */
export interface RowType {
  /** The name of a row, as type and as element. */
  readonly name: string
  readonly fields: readonly Field[]
}

/** What a method works with. */
export interface Call {
  readonly services: SoapServices
  readonly requestsPerMinute: number
  readonly arguments: Arguments
  readonly request: HttpRequest
}

interface Signature {
  readonly name: string
  /** What it does, as a sentence; WSDL and page carry it. */
  readonly summary: string
  readonly parameters: readonly Field[]
}

/** One method of the service: what is told of it, and how it is done. `call` throws `GatewayError`. */
export type Method =
  | (Signature & { readonly returns: 'string'; call(call: Call): string | Promise<string> })
  | (Signature & { readonly returns: RowType; call(call: Call): Promise<readonly Row[]> })
