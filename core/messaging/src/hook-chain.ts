import {
  type Clock,
  GatewayError,
  HOOK_DEFAULTS,
  type Hooks,
  isGatewayError,
  type MessageToRoute,
  type RequestToAccept,
  settleWithin,
} from '@heliograph/contracts'
import { type AskedRequest, applyDecision, readDecisions, readRoutes } from './hook-answers.ts'

/** A call of a hook that threw, took too long, or was answered by what cannot be. */
export interface HookFault {
  readonly instance: string
  readonly call: 'beforeAccepting' | 'beforeRouting'
  readonly onFault: Hooks['onFault']
  readonly error: unknown
}

export interface HookChainOptions {
  /** For deadlines. */
  readonly clock: Pick<Clock, 'after'>
  isRoute(name: string): boolean
  onFault(fault: HookFault): void
}

/** The hooks of all instances, asked in their order. */
export interface HookChain {
  /** Whether one is asked before accepting, and before routing. */
  readonly isAccepting: boolean
  readonly isRouting: boolean
  /** Resolves, for each request, with what is left of it or the error that refuses it. */
  accept(requests: readonly RequestToAccept[]): Promise<readonly (AskedRequest | GatewayError)[]>
  /** Resolves with the route of each message. Throws `unavailable`/`hook-failed`. */
  route(messages: readonly MessageToRoute[]): Promise<readonly string[]>
}

interface NamedHooks {
  readonly instance: string
  readonly hooks: Hooks
}

/** @param given by the ids of their instances */
export function createHookChain(given: ReadonlyMap<string, Hooks>, options: HookChainOptions): HookChain {
  const { isRoute } = options
  const all = inOrder(given)
  const accepting = all.filter(({ hooks }) => hooks.beforeAccepting !== undefined)
  const routing = all.filter(({ hooks }) => hooks.beforeRouting !== undefined)

  return {
    isAccepting: accepting.length > 0,
    isRouting: routing.length > 0,

    async accept(requests) {
      const outcomes: (AskedRequest | GatewayError)[] = requests.map(({ request }) => ({ request }))
      for (const named of accepting) {
        const open = openOf(outcomes)
        const asked = open.map(([index, { request }]) => ({
          principal: (requests[index] as RequestToAccept).principal,
          request,
        }))
        if (asked.length === 0) break
        const decisions = await ask(named, 'beforeAccepting', options, {
          call: (signal) => named.hooks.beforeAccepting?.(asked, signal),
          read: (answer) =>
            readDecisions(
              answer,
              asked.map(({ request }) => request),
              isRoute,
            ),
        })
        if (isGatewayError(decisions)) for (const [index] of open) outcomes[index] = decisions
        else
          for (const [at, [index, before]] of open.entries()) outcomes[index] = applyDecision(before, decisions?.[at])
      }
      return outcomes
    },

    async route(messages) {
      let routed = messages
      for (const named of routing) {
        const asked = routed
        const routes = await ask(named, 'beforeRouting', options, {
          call: (signal) => named.hooks.beforeRouting?.(asked, signal),
          read: (answer) => readRoutes(answer, asked.length, isRoute),
        })
        if (isGatewayError(routes)) throw routes
        routed = asked.map((message, index) => ({ ...message, route: routes?.[index] ?? message.route }))
      }
      return routed.map(({ route }) => route)
    },
  }
}

function inOrder(given: ReadonlyMap<string, Hooks>): readonly NamedHooks[] {
  const orderOf = ({ hooks }: NamedHooks) => hooks.order ?? HOOK_DEFAULTS.order
  return [...given]
    .map(([instance, hooks]) => ({ instance, hooks }))
    .sort((a, b) => orderOf(a) - orderOf(b) || (a.instance < b.instance ? -1 : 1))
}

/** The requests that no hook has refused, each with its place. */
function openOf(outcomes: readonly (AskedRequest | GatewayError)[]): readonly (readonly [number, AskedRequest])[] {
  return outcomes.flatMap((outcome, index) => (isGatewayError(outcome) ? [] : [[index, outcome] as const]))
}

/** The answer of a hook; undefined: it goes on without; an error: what it was asked about is refused. */
async function ask<A>(
  { instance, hooks }: NamedHooks,
  call: HookFault['call'],
  { clock, onFault }: HookChainOptions,
  steps: { readonly call: (signal: AbortSignal) => unknown; readonly read: (answer: unknown) => A },
): Promise<A | GatewayError | undefined> {
  const { deadlineMs = HOOK_DEFAULTS.deadlineMs } = hooks
  const end = new AbortController()
  const late = () => {
    end.abort()
    return new Error(`The hook has not answered within ${deadlineMs} ms`)
  }
  try {
    return steps.read(await settleWithin(clock, deadlineMs, Promise.resolve(steps.call(end.signal)), late))
  } catch (error) {
    onFault({ instance, call, onFault: hooks.onFault, error })
    return hooks.onFault === 'refuse' ? hookFailed(error) : undefined
  }
}

function hookFailed(cause: unknown): GatewayError {
  const text = 'A check that comes before sending is not possible at the moment. Nothing was accepted; try again later.'
  return new GatewayError('unavailable', 'hook-failed', text, { cause })
}
