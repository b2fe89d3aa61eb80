import { fuzzTextInterface, THERE } from '@heliograph/testkit'
import jasmin from '../src/index.ts'
import { form, GOOD, get, USER } from './interface.ts'

const SUCCESS = /^Success "[0-9a-f-]{36}"$/

fuzzTextInterface(jasmin, {
  wire: {
    path: '/send',
    methods: ['GET', 'POST'],
    names: { recipients: ['to'], text: ['content'], reference: ['tags'] },
    credentials: ({ apiKey }) => ({ parameters: { username: USER.email, password: apiKey } }),
  },
  world: { config: {}, account: { user: USER, credit: '1000000.00' } },
  // 404 is for another path.
  statuses: [200, 400, 403, 404, 405, 412, 413],
  isAnswer: (text) => SUCCESS.test(text),
  tells: (text) => SUCCESS.test(text),
  names: [
    'username',
    'password',
    'from',
    'coding',
    'priority',
    'sdt',
    'validity-period',
    'dlr',
    'dlr-url',
    'dlr-level',
    'dlr-method',
    'hex-content',
    'custom_tlvs',
  ],
  requests: [
    get(GOOD),
    get(`to=${THERE}&content=%04%16&coding=8&validity-period=15&tags=order-7`),
    get(`to=${THERE}&hex-content=0416&coding=8&dlr-level=3&dlr-url=http%3A%2F%2F192.0.2.1%2F`),
    form(`${GOOD}&sdt=000000000500000R&priority=3`),
  ],
})
