/**
 * A typed name for something the host can hand out.
 *
 * Modules list tokens in their `deps`; the host resolves them for the instance and passes the result in the context. A
 * token carries no implementation and is compared by `id`, so two installed copies of a package still mean the same
 * service.
 * @stability stable
 */
export interface ServiceToken<T> {
  /** Globally unique, dotted, for example `heliograph.submissions`. */
  readonly id: string
  /** True when the module that lists it can do without it: see `optionalService`. */
  readonly optional?: boolean
  /** Never set. It only carries the type of the service to the compiler. */
  readonly type?: T
}

/** Names a service. Call it once at module level and export the result. @stability stable */
export function defineService<T>(id: string): ServiceToken<T> {
  return Object.freeze({ id, toString: () => `service(${id})` })
}

/**
 * Makes a service optional for the module that lists it: it is undefined where nothing provides it. A plugin that
 * provides it is created before the module, in whatever order they are configured.
 * @stability stable
 */
export function optionalService<T>(token: ServiceToken<T>): ServiceToken<T | undefined> {
  return Object.freeze({ id: token.id, optional: true, toString: () => `service(${token.id})` })
}

/** The services that a module asks for: names of its own choice, each with the token of a service. @stability stable */
export type ServiceTokens = Readonly<Record<string, ServiceToken<unknown>>>

/** What a module receives for its `ServiceTokens`: the same names, each with the service. @stability stable */
export type ResolvedServices<D extends ServiceTokens> = {
  readonly [K in keyof D]: D[K] extends ServiceToken<infer T> ? T : never
}
