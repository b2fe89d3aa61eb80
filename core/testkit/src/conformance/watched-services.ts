import { isDeepStrictEqual } from 'node:util'
import {
  OwnTables,
  type Principal,
  Secrets,
  type ServiceTokens,
  type StateChange,
  StateStore,
  Submissions,
} from '@heliograph/contracts'
import { type CallSite, callSite, callSiteLater } from './call-site.ts'
import { asKit } from './conduct.ts'
import { INSTANCE_ID } from './read-config.ts'

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
  /** Adds a call of anything else to the latest, made by the caller of `called`. */
  note(name: string, called: (...args: never[]) => unknown): void
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

/** Services with a part for each instance, which `of` gives out by the name of the instance. */
const OF_INSTANCES: readonly string[] = [StateStore.id, Secrets.id, OwnTables.id]

/**
 * The services in a module's `deps`, watched.
 *
 * @param noteMisdeed gets what no instance may do
 */
export function watchServices(
  deps: ServiceTokens,
  services: Readonly<Record<string, unknown>>,
  noteMisdeed: (misdeed: string) => void,
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

  function noteLatest(name: string, called: (...args: never[]) => unknown): void {
    latest.push({ name, site: callSiteLater(called) })
    if (latest.length > LATEST) latest.shift()
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

  function watchedService(id: string | undefined, service: object): object {
    return new Proxy(service, {
      get(target, method) {
        const value = Reflect.get(target, method, target)
        if (typeof value !== 'function') return value
        const full = `${id}.${String(method)}`
        const asked = (...args: unknown[]) => {
          noteLatest(full, asked)
          const instance = instanceOf(`${id}`, method, args)
          if (instance !== undefined && instance !== INSTANCE_ID)
            noteMisdeed(
              `asks ${full} for what '${String(instance)}' keeps at ${callSite(asked).place}: it is for context.instanceId, since a deployment may have several instances`,
            )
          const result = call(full, () => Reflect.apply(value, target, args), args[0])
          // The part of a service that is for the instance.
          return method === 'of' ? locatedCalls(`${id}`, result as object, noteLatest) : result
        }
        return asked
      },
    })
  }

  const watched = Object.entries(services).map(([name, service]) => [
    name,
    watchedService(deps[name]?.id, service as object),
  ])
  return {
    services: Object.fromEntries(watched),
    watch: {
      calls,
      note: noteLatest,
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

/** The error with the lines of the module that were last to call a service: what is wrong is near them. */
export function withPlaces(error: unknown, { asked }: { readonly asked: Pick<ServiceWatch, 'latest'> }): unknown {
  const latest = asked.latest()
  if (error instanceof Error && latest.length > 0) error.message += `\nthe module last called\n  ${latest.join('\n  ')}`
  return error
}

/** The instance that a call names, if it names one. */
function instanceOf(id: string, method: string | symbol, args: readonly unknown[]): unknown {
  if (method === 'of' && OF_INSTANCES.includes(id)) return args[0]
  return id === Submissions.id && method === 'submit' ? (args[2] as StateChange | undefined)?.instanceId : undefined
}

/** The object, with the lines from which its methods are called. */
function locatedCalls(id: string, object: object, note: ServiceWatch['note']): object {
  return new Proxy(object, {
    get(target, method) {
      const value = Reflect.get(target, method, target)
      if (typeof value !== 'function') return value
      const asked = (...args: unknown[]) => {
        note(`${id}.${String(method)}`, asked)
        return Reflect.apply(value, target, args)
      }
      return asked
    },
  })
}
