import { isDeepStrictEqual } from 'node:util'
import type { Principal, ServiceTokens } from '@heliograph/contracts'
import { type CallSite, callSiteLater } from './call-site.ts'
import { asKit } from './conduct.ts'

/** One call of a service by the module under test. */
export interface ServiceCall {
  /** `heliograph.submissions.submit`. */
  readonly name: string
  /** The client on whose behalf the call is made, for services that act for a client. */
  readonly clientId: number | undefined
}

/** Records the module's calls to its services. */
export interface ServiceWatch {
  readonly calls: readonly ServiceCall[]
  /** The latest calls with their lines, for people: `heliograph.reports.find at /.../routes.ts:12:3`. */
  latest(): readonly string[]
  /** Principals that have changed since the module received them. */
  changedPrincipals(): readonly Principal[]
  /**
   * From now on, calls that change something take effect but are not answered until released, as if their transaction
   * had not been committed yet.
   */
  hold(): { readonly waiting: number; release(): void }
}

/**
 * Calls that change something, by the id of the token: an answer before they end would be an answer before the commit.
 */
const CHANGING: readonly string[] = [
  'heliograph.submissions.submit',
  'heliograph.schedules.reschedule',
  'heliograph.schedules.cancel',
  'heliograph.schedules.pause',
  'heliograph.schedules.resume',
  'heliograph.subscriptions.set',
  'heliograph.messages.cancel',
  'heliograph.messages.replace',
  'heliograph.segments.add',
  'heliograph.incoming-messages.lend',
  'heliograph.accounts.addClient',
  'heliograph.accounts.setClient',
  'heliograph.accounts.addUser',
  'heliograph.accounts.setUser',
  'heliograph.accounts.setPassword',
  'heliograph.accounts.addKey',
  'heliograph.accounts.removeKey',
  'heliograph.accounts.addChannel',
  'heliograph.accounts.setChannel',
  'heliograph.accounts.rotateSecurityKey',
  'heliograph.accounts.setSharedSecret',
  'heliograph.webhooks.resend',
  'heliograph.network.receipt',
  'heliograph.network.incoming',
]

/** As many are named when a check fails. */
const LATEST = 4

interface Gate {
  waiting: number
  readonly opened: Promise<void>
}

/** The services in a module's `deps`, watched. */
export function watchServices(
  deps: ServiceTokens,
  services: Readonly<Record<string, unknown>>,
): { readonly services: Readonly<Record<string, unknown>>; readonly watch: ServiceWatch } {
  const calls: ServiceCall[] = []
  const principals = new Map<Principal, Principal>()
  const latest: { readonly name: string; readonly site: () => CallSite }[] = []
  let gate: Gate | undefined

  function note(found: unknown): void {
    for (const each of [found, (found as { principal?: unknown } | undefined)?.principal]) {
      if (isPrincipal(each) && !principals.has(each)) principals.set(each, { ...each })
    }
  }

  async function held<T>(result: Promise<T>, { opened }: Gate): Promise<T> {
    const [outcome] = await Promise.allSettled([result])
    await opened
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  function call(name: string, work: () => unknown, first: unknown): unknown {
    calls.push({ name, clientId: isPrincipal(first) ? first.clientId : undefined })
    const result = asKit(work)
    if (!(result instanceof Promise)) {
      note(result)
      return result
    }
    result.then(note, () => undefined)
    if (gate === undefined || !CHANGING.includes(name)) return result
    gate.waiting += 1
    return held(result, gate)
  }

  const watched = Object.entries(services).map(([name, service]) => [
    name,
    new Proxy(service as object, {
      get(target, method) {
        const value = Reflect.get(target, method, target)
        if (typeof value !== 'function') return value
        const full = `${deps[name]?.id}.${String(method)}`
        const asked = (...args: unknown[]) => {
          latest.push({ name: full, site: callSiteLater(asked) })
          if (latest.length > LATEST) latest.shift()
          return call(full, () => Reflect.apply(value, target, args), args[0])
        }
        return asked
      },
    }),
  ])
  return {
    services: Object.fromEntries(watched),
    watch: {
      calls,
      latest: () => latest.map(({ name, site }) => `${name} at ${site().place}`),
      changedPrincipals: () =>
        [...principals].filter(([given, was]) => !isDeepStrictEqual({ ...given }, was)).map(([given]) => given),
      hold() {
        let release = () => {}
        const opened = new Promise<void>((resolve) => {
          release = resolve
        })
        const closed: Gate = { waiting: 0, opened }
        gate = closed
        return {
          get waiting() {
            return closed.waiting
          },
          release() {
            gate = undefined
            release()
          },
        }
      },
    },
  }
}

function isPrincipal(value: unknown): value is Principal {
  return typeof value === 'object' && value !== null && 'clientId' in value && 'userId' in value && 'rateLimit' in value
}
