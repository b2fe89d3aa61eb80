import { systemClock } from '@heliograph/contracts'
import { createLogger } from '@heliograph/runtime'
import {
  connectSmpp,
  createSession,
  type Draft,
  type RequestOutcome,
  type Session,
  type SubmitSmPdu,
} from '@heliograph/smpp'
import { recipientOf, textOf } from '../generator/request-template.ts'
import type { SmppJob } from './job.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Longer than the gateway may take for any answer, unless the connection is lost. */
const RESPONSE_TIMEOUT_MS = 120_000
/** message_state (SMPP 3.4 section 5.2.28). */
const DELIVERED = 2

const logger = createLogger({ level: 'silent' })

/** A bound transceiver. */
export interface Client {
  readonly isOpen: boolean
  /** Submits without an answer. */
  readonly outstanding: number
  submit(index: number): Promise<RequestOutcome>
  close(): void
}

export interface ClientEvents {
  onReceipt(messageId: string, isDelivered: boolean): void
  onClosed(client: Client): void
}

/** Connects and binds. Rejects when either fails. */
export async function bindClient(job: SmppJob, events: ClientEvents): Promise<Client> {
  const { host, port, systemId, password, window } = job
  const socket = await connectSmpp({ host, port, timeoutMs: CONNECT_TIMEOUT_MS })
  const session = createSession(socket, {
    clock: systemClock,
    logger,
    window,
    maxIncoming: 1_000,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    onRequest(request, respond) {
      if (request.command === 'deliver_sm') {
        const { receiptedMessageId, messageState } = request.tlvs
        if (receiptedMessageId !== undefined) events.onReceipt(receiptedMessageId, messageState === DELIVERED)
      }
      respond({})
    },
  })
  const bound = await session.request({ command: 'bind_transceiver', systemId, password })
  if (bound.kind !== 'response' || bound.pdu.commandStatus !== 0) {
    session.destroy('not bound')
    const reason = bound.kind === 'response' ? `status 0x${bound.pdu.commandStatus.toString(16)}` : bound.kind
    throw new Error(`The bind failed: ${reason}`)
  }
  return createClient(job, session, events)
}

function createClient(job: SmppJob, session: Session, events: ClientEvents): Client {
  let outstanding = 0
  const client: Client = {
    get isOpen() {
      return session.state === 'open'
    },
    get outstanding() {
      return outstanding
    },
    async submit(index) {
      outstanding += 1
      const outcome = await session.request(submitOf(job, index))
      outstanding -= 1
      return outcome
    },
    close: () => session.destroy('the load is over'),
  }
  void session.closed.then(() => events.onClosed(client))
  return client
}

const SOURCE = { ton: 5, npi: 0, address: 'BENCH' } as const

function submitOf({ firstNumber, receipts }: SmppJob, index: number): Draft<SubmitSmPdu> {
  const number = firstNumber + index
  return {
    command: 'submit_sm',
    source: SOURCE,
    destination: { ton: 1, npi: 1, address: recipientOf(number) },
    registeredDelivery: receipts ? 1 : 0,
    shortMessage: Buffer.from(textOf(number), 'latin1'),
  }
}
