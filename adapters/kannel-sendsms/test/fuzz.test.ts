import { CONFORMANCE_API_KEY, ELSEWHERE, fuzzTextInterface, THERE } from '@heliograph/testkit'
import kannelSendsms from '../src/index.ts'
import { GOOD, get, PATH, post, USER } from './interface.ts'

fuzzTextInterface(kannelSendsms, {
  wire: {
    path: PATH,
    methods: ['GET', 'POST'],
    names: { recipients: ['to'], text: ['text'], reference: ['account'] },
    credentials: ({ apiKey }) => ({ parameters: { username: USER.email, password: apiKey } }),
  },
  world: { config: {}, account: { user: USER, credit: '1000000.00' } },
  // 200 is for HEAD, 404 for another path.
  statuses: [200, 202, 400, 403, 404, 405, 413, 415],
  isAnswer: () => false,
  tells: (text) => /^(?:0: Accepted for delivery|3: Queued for later delivery)$/.test(text),
  names: [
    'username',
    'user',
    'password',
    'pass',
    'from',
    'charset',
    'coding',
    'udh',
    'dlr-url',
    'dlrurl',
    'dlr-mask',
    'mclass',
    'pid',
    'rpi',
    'alt-dcs',
    'mwi',
    'compress',
    'validity',
    'deferred',
    'priority',
    'smsc',
    'binfo',
  ],
  requests: [
    get(GOOD),
    get(`from=1&to=${THERE}+${ELSEWHERE}&text=%04%16&coding=2&deferred=5&validity=15&account=order+7`),
    get(`${GOOD}&charset=koi8-r&mclass=0&dlr-mask=31&dlr-url=http%3A%2F%2F192.0.2.1%2F%3Fd%3D%25d`),
    get(`to=${THERE}&text=AB&udh=%06%05%04%0B%84%23%F0`, `user=${USER.email}&pass=${CONFORMANCE_API_KEY}`),
    post({ From: '12345', To: THERE }, 'Hello'),
    post(
      { To: `${THERE} ${ELSEWHERE}`, Coding: '1', UDH: '050003010201' },
      Buffer.from([0, 255, 27]),
      'application/octet-stream',
    ),
  ],
})
