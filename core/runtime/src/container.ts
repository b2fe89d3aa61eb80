import 'reflect-metadata'
import type { ProvidedService, ResolvedServices, ServiceToken, ServiceTokens } from '@heliograph/contracts'
import { type DependencyContainer, container as processContainer } from 'tsyringe'

/**
 * Hands out services by the id of their token. This is the only file that uses the container library: modules never see
 * it, they receive what they listed in `deps`. Services are registered as factories; injection by type would need
 * metadata that not every compiler emits.
 */
export interface ServiceContainer {
  /** Offers a service here and in every child. Throws when the id is taken. */
  provide(provided: ProvidedService): void
  has(token: ServiceToken<unknown>): boolean
  /** The services for the given names. Throws when one that is not optional is missing; check with `has` first. */
  resolve<D extends ServiceTokens>(deps: D): ResolvedServices<D>
  /** A child container for one instance: it sees every service here, and services provided to it stay its own. */
  createChild(): ServiceContainer
}

/** A root container with the given services, independent of every other one in the process. */
export function createContainer(services: readonly ProvidedService[]): ServiceContainer {
  const container = wrap(processContainer.createChildContainer())
  for (const provided of services) container.provide(provided)
  return container
}

function wrap(container: DependencyContainer): ServiceContainer {
  const has = (id: string) => container.isRegistered(id, true)
  return {
    provide({ token, service }) {
      if (container.isRegistered(token.id)) throw new Error(`The service ${token.id} is provided twice.`)
      container.register(token.id, { useFactory: () => service })
    },
    has: (token) => has(token.id),
    resolve<D extends ServiceTokens>(deps: D) {
      const resolved = Object.entries(deps).map(
        ([name, { id, optional }]) =>
          [name, optional && !has(id) ? undefined : container.resolve<unknown>(id)] as const,
      )
      return Object.fromEntries(resolved) as ResolvedServices<D>
    },
    createChild: () => wrap(container.createChildContainer()),
  }
}
