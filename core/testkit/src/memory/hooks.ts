import {
  type Clock,
  type Hooks,
  isGatewayError,
  type MessageToRoute,
  type RequestToAccept,
} from '@heliograph/contracts'
import { type AskedRequest, createHookChain, type HookFault } from '@heliograph/messaging'

/** The hooks of plugins in the double. Every name is a route here. */
export interface HooksDouble {
  /** From now on these are asked, by the ids of their instances. */
  use(hooks: ReadonlyMap<string, Hooks>): void
  /** Calls that threw, took too long, or were answered by what cannot be. */
  readonly faults: readonly HookFault[]
  /** Resolves with what the hooks leave of a request. Rejects when one refuses it. */
  accept(given: RequestToAccept): Promise<AskedRequest>
  /** Resolves with the route of each message. Rejects with `unavailable`/`hook-failed`. */
  route(messages: readonly MessageToRoute[]): Promise<readonly string[]>
}

/** Creates the double: hooks get copies that cannot be changed. */
export function createHooksDouble(clock: Clock): HooksDouble {
  const faults: HookFault[] = []
  const options = {
    clock,
    isRoute: (name: string) => name !== '',
    onFault: (fault: HookFault) => void faults.push(fault),
  }
  let chain = createHookChain(new Map(), options)
  return {
    faults,
    use(hooks) {
      chain = createHookChain(hooks, options)
    },
    async accept({ principal, request }) {
      if (!chain.isAccepting) return { request }
      const [outcome] = await chain.accept([frozen({ principal, request })])
      if (isGatewayError(outcome)) throw outcome
      return outcome as AskedRequest
    },
    route: async (messages) => (chain.isRouting ? chain.route(frozen(messages)) : messages.map(({ route }) => route)),
  }
}

function frozen<T>(given: T): T {
  const copy = structuredClone(given)
  freeze(copy)
  return copy
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const each of Object.values(value)) freeze(each)
}
