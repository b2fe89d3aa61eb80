import type { ExampleValues } from './adapter.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A route as clients see it. @stability stable */
export interface InterfaceRoute {
  /** `GET`, `POST`, ...; `ANY` answers to every method. */
  readonly method: string
  readonly path: string
}

/** An instance of an adapter: an interface that clients can use. @stability stable */
export interface InterfaceRecord {
  readonly instanceId: string
  /** Id of the module: `v2`, `smpp`. */
  readonly adapter: string
  /** The package's version. */
  readonly version: string
  /** Base URL of its routes, without a trailing slash; null when it has no routes, or no URL that this node knows. */
  readonly url: string | null
  readonly routes: readonly InterfaceRoute[]
  /** Its own ports, in addition to HTTP; null when it has none. The host is that of the deployment's public address. */
  readonly ports: { readonly port: number; readonly tlsPort?: number | undefined } | null
  /** URL of its documentation for clients; null when it has none of its own. */
  readonly documentation: string | null
}

/**
 * The interfaces by which clients reach this deployment. The host answers from what it runs: quickly, and the same for
 * everyone.
 * @stability stable
 */
export interface Interfaces {
  /** In the order of the configuration. Interfaces that could not be created are left out. */
  list(): readonly InterfaceRecord[]
  /** The example of each interface that has one, by instance: see `Adapter.example`. The address is filled in. */
  examples(values: Omit<ExampleValues, 'url'>): Readonly<Record<string, string>>
}

export const Interfaces: ServiceToken<Interfaces> = defineService('heliograph.interfaces')
