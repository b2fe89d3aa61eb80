import {
  type Clock,
  type Hooks,
  isGatewayError,
  type Logger,
  type MessageToRoute,
  type Metrics,
  type RequestToAccept,
} from '@heliograph/contracts'
import { type AskedRequest, createHookChain, type HookChain, type HookFault } from '@heliograph/messaging'
import { MicroBatch } from '../../database/micro-batch.ts'

/** Requests that a hook is asked about at once, and such calls under way. */
const MOST_REQUESTS = 250
const LANES = 4
/** Faults of an instance are logged so often at most: a hook may fail for every request. */
const LOG_EVERY_MS = 10_000

export interface RequestHooksOptions {
  /** Measures how long something takes; see `DatabaseWing`. */
  readonly steady: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  isRoute(name: string): boolean
}

/** The hooks of plugins for requests that come in. Without any, no request has to wait for them. */
export interface RequestHooks extends Pick<HookChain, 'isAccepting' | 'isRouting'> {
  /** Takes the hooks of the plugins, by their instances, in the place of those before. Until then there are none. */
  use(hooks: ReadonlyMap<string, Hooks>): void
  /** Resolves with what hooks leave of a request. Rejects when one refuses it. */
  accept(given: RequestToAccept): Promise<AskedRequest>
  /** Resolves with the routes of the messages of a request. Rejects with `unavailable`/`hook-failed`. */
  route(messages: readonly MessageToRoute[]): Promise<readonly string[]>
}

/** Creates the hooks of a node: what comes while they are asked shares the next call. */
export function createRequestHooks(options: RequestHooksOptions): RequestHooks {
  const { steady: clock, isRoute } = options
  const onFault = faultTeller(options)
  let chain = createHookChain(new Map(), { clock, isRoute, onFault })
  const accepting = new MicroBatch({
    run: (given: readonly RequestToAccept[]) => chain.accept(given),
    maxItems: MOST_REQUESTS,
    lanes: LANES,
  })
  const routing = new MicroBatch({
    run: async (lists: readonly (readonly MessageToRoute[])[]) => {
      const routes = await chain.route(lists.flat())
      let from = 0
      return lists.map(({ length }) => {
        from += length
        return routes.slice(from - length, from)
      })
    },
    maxItems: MOST_REQUESTS,
    lanes: LANES,
  })
  return {
    get isAccepting() {
      return chain.isAccepting
    },
    get isRouting() {
      return chain.isRouting
    },
    use(hooks) {
      chain = createHookChain(hooks, { clock, isRoute, onFault })
    },
    async accept(given) {
      const outcome = await accepting.add(given)
      if (isGatewayError(outcome)) throw outcome
      return outcome
    },
    route: (messages) => routing.add(messages),
  }
}

/** Counts faults, and logs of each instance the first within a while. */
function faultTeller({ steady, logger, metrics }: RequestHooksOptions): (fault: HookFault) => void {
  const help = 'Calls of hooks that threw, took too long, or answered what cannot be'
  const counter = metrics.counter('hook_faults', help, ['plugin'])
  const loggedAt = new Map<string, number>()
  return ({ instance, call, onFault, error }) => {
    counter.add(1, { plugin: instance })
    const now = steady.now()
    if (now - (loggedAt.get(instance) ?? now - LOG_EVERY_MS) < LOG_EVERY_MS) return
    loggedAt.set(instance, now)
    const then = onFault === 'refuse' ? 'what it was asked about is refused' : 'everything goes on without it'
    logger.error({ instance, call, err: error }, `a hook has failed: ${then}`)
  }
}
