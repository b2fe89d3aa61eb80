import { fuzzTextInterface } from '@heliograph/testkit'
import basic from '../src/index.ts'
import { BASE, basicInterface, USER } from './interface.ts'

const ANSWERS = [
  /^success(?:\|\d+:[^|]*:(?:PENDING|ERROR))+$/u,
  /^(?:ERR|EXP)-[A-Z]*-?\d+\|/u,
  /^id,sender,channel,message,timestamp,status\r\n$/,
  /^\[\]$/,
  /^[A-Za-z0-9+/]+=*$/,
  /^[^|:]+:\d*:(?:PENDING|ERROR):\d+:[A-Z]*:\d+(?:\||$)/u,
]

const login = { username: USER.email, password: USER.password, clientid: '1001' }

fuzzTextInterface(basic, {
  wire: basicInterface,
  world: { config: {}, account: { user: USER }, base: BASE },
  statuses: [200, 401, 405],
  isAnswer: (text) => ANSWERS.some((answer) => answer.test(text)),
  tells: (text, { smsId, to }) => `${text}|`.includes(`|${smsId}:${to}:PENDING|`),
  names: ['action', 'rows', 'status', 'dt', 'format', 'encode', 'msgid_list', 'username', 'password', 'clientid'],
  requests: [
    { ...BASE, query: 'action=incoming&rows=10&status=1&dt=202601050800&format=json&encode=1' },
    { ...BASE, query: 'action=incoming&format=csv' },
    { ...BASE, query: 'action=status&msgid_list=1,2,3' },
    { method: 'POST', path: BASE.path, form: { ...login, to: '0821234567', msg: 'Hello' } },
  ],
})
