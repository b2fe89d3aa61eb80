import type { ExampleValues } from './adapter.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A route as clients see it. */
export interface InterfaceRoute {
  /** `GET`, `POST`, ...; `ANY` answers to every method. */
  readonly method: string
  readonly path: string
}

/** An instance of an adapter: an interface that clients can use. */
export interface InterfaceRecord {
  readonly instanceId: string
  /** Of the module: `v2`, `smpp`. */
  readonly adapter: string
  /** The package's version. */
  readonly version: string
  /** Where its routes are, without a trailing slash; null when it has none, or none that this node can name. */
  readonly url: string | null
  readonly routes: readonly InterfaceRoute[]
  /** Its own ports, beside HTTP; null when it has none. The host is that of the deployment's public address. */
  readonly ports: { readonly port: number; readonly tlsPort?: number | undefined } | null
  /** URL of what describes it to clients; null: it has nothing of its own. */
  readonly documentation: string | null
}

/** By which interfaces clients reach this deployment. Answered by the host, from what it runs: quick, and the same for everybody. */
export interface Interfaces {
  /** In the order of the configuration. Those that could not be created are left out. */
  list(): readonly InterfaceRecord[]
  /** The example of each interface that has one, by instance: see `Adapter.example`. The address is filled in. */
  examples(values: Omit<ExampleValues, 'url'>): Readonly<Record<string, string>>
}

export const Interfaces: ServiceToken<Interfaces> = defineService('heliograph.interfaces')
