import { fuzzTextInterface } from '@heliograph/testkit'
import erpA from '../src/index.ts'
import { erpAInterface } from './interface.ts'

fuzzTextInterface(erpA, {
  wire: erpAInterface,
  world: { config: {} },
  statuses: [200, 405],
  isAnswer: (text) => /^(?:ERROR! .+|(?:\d+:[^,]*:(?:PENDING|ERROR)(?:,|$))+)$/su.test(text),
  tells: (text, { smsId, to }) => `,${text},`.includes(`,${smsId}:${to}:PENDING,`),
  names: ['account', 'password'],
})
