import { CONFORMANCE_API_KEY, fuzzTextInterface } from '@heliograph/testkit'
import erpB from '../src/index.ts'
import { erpBInterface } from './interface.ts'

const JSON_REQUEST = {
  method: 'POST' as const,
  path: erpBInterface.path,
  body: JSON.stringify({
    apikey: CONFORMANCE_API_KEY,
    number: ['0821234567', 27829876543],
    message: 'Hello ☺',
    ref: 'R',
  }),
  headers: { 'content-type': 'application/json' },
}

const LINE = /^(?:ERROR! .+|(?:\d+:[^,]*:(?:PENDING|ERROR)(?:,|$))+)$/su

fuzzTextInterface(erpB, {
  wire: erpBInterface,
  world: { config: {} },
  statuses: [200, 400, 401, 405],
  isAnswer: (text) => text.startsWith('{"status":"ok","messages":[') || LINE.test(text),
  tells: (text, { smsId, to }) =>
    `,${text},`.includes(`,${smsId}:${to}:PENDING,`) ||
    text.includes(`{"sms_id":${smsId},"recipient":"${to}","status":"PENDING"}`),
  names: ['apikey'],
  requests: [JSON_REQUEST],
})
