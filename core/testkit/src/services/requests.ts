import {
  PRIORITIES,
  Reports,
  type StateChange,
  Submissions,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { NETWORK_PREFIX, type ServiceClient, type ServiceWorld } from './service-world.ts'

/** Numbers that messages can be sent to. */
export const TO = '27821110001'
export const TO_TOO = '27821110002'
export const TO_THREE = '27821110003'
/** A number whose messages the network takes. */
export const TO_NETWORK = `${NETWORK_PREFIX}1110001`

export interface MessageDraft extends Partial<Omit<SubmitMessage, 'destinations'>> {
  readonly to?: readonly string[]
  readonly messageId?: string
}

function messageOf({ to = [TO], messageId, ...rest }: MessageDraft = {}): SubmitMessage {
  return { text: 'hello', destinations: to.map((each) => ({ to: each, messageId })), ...rest }
}

export function submit(
  world: ServiceWorld,
  client: Pick<ServiceClient, 'principal'>,
  messages: MessageDraft | readonly MessageDraft[] = {},
  request: Partial<SubmitRequest> = {},
  change?: StateChange,
): Promise<SubmitResult> {
  const drafts = Array.isArray(messages) ? (messages as readonly MessageDraft[]) : [messages as MessageDraft]
  const asked: SubmitRequest = {
    origin: 'suite',
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: true,
    messages: drafts.map(messageOf),
    ...request,
  }
  return world.service(Submissions).submit(client.principal, asked, change)
}

/** Submits one message to one number and resolves with its id. */
export async function submitOne(
  world: ServiceWorld,
  client: Pick<ServiceClient, 'principal'>,
  draft: MessageDraft = {},
): Promise<number> {
  return (await submit(world, client, draft)).entries[0]?.smsId as number
}

export async function recordOf(world: ServiceWorld, client: ServiceClient, smsId: number) {
  const { records } = await world.service(Reports).find(client.principal, { smsId, limit: 1 })
  return records[0]
}

/** The time a number of hours from now. */
export function inHours(world: ServiceWorld, hours: number): Date {
  return new Date(world.now() + hours * 3_600_000)
}
