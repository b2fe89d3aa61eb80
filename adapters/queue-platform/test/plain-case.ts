import type { AdapterCase } from '@heliograph/testkit'
import { dispatched, event } from './requests.ts'

/** The row that the kit derives its own checks from: it has no id, so it is a new event each time. */
export const plainCase: AdapterCase = {
  // spec: Per-recipient result (text interfaces) | status | PENDING_ENROUTE in the result of the queue receiver
  name: 'an event without any id',
  request: event({ id: undefined, data: { id: undefined } }),
  expect: dispatched('Hi Valued Customer, you are in the queue of Acme.'),
}
