import type { ServiceTokens } from '@heliograph/contracts'
import {
  type Carrier,
  type CarrierLink,
  type Clock,
  type EventListener,
  EventLog,
  type Hooks,
  type LinkStatus,
  MessageEvents,
  type ResolvedServices,
} from '@heliograph/contracts'
import type { InstanceGuard } from './instance-guard.ts'
import { outOfService } from './request-errors.ts'

/** A carrier as the engine sees it. Links of an instance that is out are down. */
export interface GuardedCarrier extends Carrier {
  /**
   * From now on the links of these names are behind its own, for an instance that has taken the place of the one
   * before. What the engine has asked of the links before is asked of them, too.
   */
  useLinks(links: readonly CarrierLink[], guard: InstanceGuard): void
}

export function guardCarrier(carrier: Carrier, guard: InstanceGuard): GuardedCarrier {
  const guarded = carrier.links.map((link) => guardLink(link, guard))
  return {
    links: guarded.map(({ link }) => link),
    useLinks(links, next) {
      for (const { link, use } of guarded) {
        const other = links.find(({ name }) => name === link.name)
        if (other !== undefined) use(other, next)
      }
    },
  }
}

/** The link as the engine sees it, and a function that puts another one behind it. */
function guardLink(link: CarrierLink, guard: InstanceGuard) {
  let listener = (): void => undefined
  /** What the engine has opened it with. */
  let opened: readonly [shares: number | undefined] | undefined
  const guarded: CarrierLink = {
    get name() {
      return link.name
    },
    get window() {
      return link.window
    },
    get partsPerSecond() {
      return link.partsPerSecond
    },
    get shares() {
      return link.shares
    },
    get receipts() {
      return link.receipts
    },
    isUp: () => !guard.isOut && link.isUp(),
    onChange(changed) {
      listener = changed
      guard.whenOut(changed)
      link.onChange(changed)
    },
    submit: (message) => guard.run(() => link.submit(message)),
    ...(link.open && {
      open(shares) {
        opened = [shares]
        if (!guard.isOut) guard.run(() => link.open?.(shares))
      },
    }),
    ...(link.close && {
      async close(signal, left) {
        opened = left === undefined ? undefined : [left]
        await guard.run(() => link.close?.(signal, left))
      },
    }),
    ...(link.status && { status: () => link.status?.() as LinkStatus }),
    ...(link.lastPdus && { lastPdus: () => link.lastPdus?.() ?? [] }),
  }
  return {
    link: guarded,
    use(other: CarrierLink, next: InstanceGuard): void {
      link = other
      guard = next
      guarded.onChange(listener)
      if (opened !== undefined) guarded.open?.(...opened)
      listener()
    },
  }
}

/** The hooks as the engine sees them. Those of an instance that is out fail. */
export function guardHooks(hooks: Hooks, guard: InstanceGuard): Hooks {
  const run = <T>(work: () => T): T => {
    if (guard.isOut) throw outOfService()
    return guard.run(work)
  }
  const { order, deadlineMs, onFault, beforeAccepting, beforeRouting } = hooks
  return {
    order,
    deadlineMs,
    onFault,
    ...(beforeAccepting && {
      beforeAccepting: (requests, signal) => run(() => beforeAccepting.call(hooks, requests, signal)),
    }),
    ...(beforeRouting && {
      beforeRouting: (messages, signal) => run(() => beforeRouting.call(hooks, messages, signal)),
    }),
  }
}

/** The clock of an instance: its timers run no more once it has been taken out and has stopped. */
export function guardClock(clock: Clock, guard: InstanceGuard): Clock {
  return {
    now: () => clock.now(),
    after: (delayMs, callback) =>
      clock.after(delayMs, () => {
        if (!guard.isSilent) callback()
      }),
  }
}

/** The same services; the instance hears of no more events when it is taken out. */
export function guardServices<D extends ServiceTokens>(
  deps: D,
  services: ResolvedServices<D>,
  guard: InstanceGuard,
): ResolvedServices<D> {
  const guarded = Object.entries(services).map(([name, service]) => [
    name,
    guardService(deps[name]?.id, service, guard),
  ])
  return Object.fromEntries(guarded) as ResolvedServices<D>
}

function guardService(id: string | undefined, service: unknown, guard: InstanceGuard): unknown {
  if (service === undefined) return undefined
  if (id === MessageEvents.id) return guardEvents(service as MessageEvents, guard)
  return id === EventLog.id ? guardLog(service as EventLog, guard) : service
}

function guardEvents(events: MessageEvents, guard: InstanceGuard): MessageEvents {
  return {
    subscribe: async (subscription) => endWhenOut(await events.subscribe(guardHandler(subscription, guard)), guard),
    cancel: (name) => events.cancel(name),
  }
}

function guardLog(log: EventLog, guard: InstanceGuard): EventLog {
  return {
    follow: async (follower) => endWhenOut(await log.follow(guardHandler(follower, guard)), guard),
    replay: (name, from) => log.replay(name, from),
    forget: (name) => log.forget(name),
  }
}

function guardHandler<S extends { handler(...args: never[]): Promise<unknown> }>(
  listening: S,
  guard: InstanceGuard,
): S {
  const { handler } = listening
  return { ...listening, handler: (...args: never[]) => guard.run(() => handler.apply(listening, args)) }
}

function endWhenOut(listener: EventListener, guard: InstanceGuard): EventListener {
  guard.whenOut(() => void listener.stop())
  return listener
}
