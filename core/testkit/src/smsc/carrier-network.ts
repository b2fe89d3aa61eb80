import { STATUS } from '@heliograph/smpp'
import type { CarrierNetwork, NetworkMeeting } from '../conformance/carrier-network.ts'
import type { SubmitBehaviour } from './behaviour.ts'
import type { FakeSmsc } from './fake-smsc.ts'

const MEETINGS: Readonly<Record<NetworkMeeting, SubmitBehaviour>> = {
  taken: {},
  'receipt-first': { receipt: { before: true } },
  'receipt-twice': { receipt: { times: 2 } },
  late: { held: true },
  'no-answer': { noResponse: true, receipt: false },
  refused: { status: STATUS.RINVDSTADR },
  throttled: { status: STATUS.RTHROTTLED },
  'try-later': { status: STATUS.RMSGQFUL },
}

/** Makes the fake SMSC the network of a carrier under test. @stability stable */
export function smscNetwork(smsc: FakeSmsc): CarrierNetwork {
  return {
    reset: smsc.reset,
    meet: (...meetings) => smsc.script(...meetings.map((meeting) => MEETINGS[meeting])),
    get taken() {
      return smsc.texts
    },
    get unanswered() {
      return smsc.binds.reduce((sum, { isOpen, unanswered }) => sum + (isOpen ? unanswered : 0), 0)
    },
    get connections() {
      return smsc.binds.filter(({ isOpen }) => isOpen).length
    },
    get unacknowledged() {
      return smsc.deliveries.filter(({ state }) => state !== 'acknowledged').length
    },
    send(sms) {
      const first = smsc.deliveries.length
      smsc.sendIncoming(sms).catch(() => undefined)
      return smsc.deliveries.slice(first).map((delivery) => ({
        get isAcknowledged() {
          return delivery.state === 'acknowledged'
        },
        get refusals() {
          return delivery.answers.filter((answer) => answer !== 'lost' && answer !== STATUS.ROK).length
        },
      }))
    },
    answerLate: smsc.answerHeld,
    cut: smsc.dropConnections,
  }
}
