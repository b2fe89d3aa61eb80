import {
  Messages,
  type Principal,
  type ProvidedService,
  Segments,
  type ServiceToken,
  type SessionRequest,
  Sessions,
  type SubmitMessage,
} from '@heliograph/contracts'
import { type Harness, type HarnessOptions, startEngine } from './engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './fake-carrier.ts'

/** An engine with one link, `net/main`, and the services for clients with connections of their own. */
export interface SmppNode extends Harness {
  readonly link: FakeLink
  readonly sessions: Sessions
  readonly segments: Segments
  readonly messages: Messages
  /** Submits one message with a request for receipts; resolves with its id. */
  send(message?: Partial<SubmitMessage> & { to?: string }): Promise<number>
  /** Waits until the network has a message. */
  submitted(smsId: number): Promise<void>
  /** Gives a receipt from the network for the first part of a message. */
  receipt(smsId: number, changes?: object): Promise<void>
  /** The pushes that wait to be handed to clients. */
  pushes(): Promise<readonly PushRow[]>
}

export interface PushRow {
  readonly push_id: number
  readonly user_id: number
  readonly owner: number | null
}

export const PUSH = { on: 'every', context: 'ctx' } as const

export interface SmppNodeOptions extends HarnessOptions {
  /** Its link is down from the start, so everything waits in Postgres. */
  readonly isDown?: boolean
}

export async function startSmppNode({ isDown = false, ...options }: SmppNodeOptions = {}): Promise<SmppNode> {
  const link = new FakeLink()
  if (isDown) link.setUp(false)
  const harness = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), ...options })
  const { engine } = harness
  const node: SmppNode = Object.assign(harness, {
    link,
    sessions: find(engine.services, Sessions),
    segments: find(engine.services, Segments),
    messages: find(engine.services, Messages),
    async send(message: Partial<SubmitMessage> & { to?: string } = {}) {
      const { entries } = await harness.submit({ push: PUSH, ...message })
      return entries[0]?.smsId as number
    },
    submitted: (smsId: number) =>
      harness.until(async () => (await harness.stateOf(smsId)) === 'submitted', `${smsId} is with the network`),
    receipt: (smsId: number, changes: object = {}) =>
      engine.network.receipt({
        carrier: 'net',
        link: 'main',
        networkId: networkIdOf(smsId, 1, 1),
        status: 'delivered',
        networkStatus: 'DELIVRD',
        errorId: null,
        doneAt: new Date('2026-01-05T08:30:00Z'),
        ...changes,
      }),
    pushes: () => engine.sql<PushRow[]>`select push_id, user_id, owner from push order by push_id`,
  })
  return node
}

export function find<S>(services: readonly ProvidedService[], token: ServiceToken<S>): S {
  return services.find((provided) => provided.token.id === token.id)?.service as S
}

export function sessionRequest(principal: Principal, changes: Partial<SessionRequest> = {}): SessionRequest {
  return { principal, origin: 'smpp', limit: 20, remote: '192.0.2.1', onRevoked: () => {}, ...changes }
}
