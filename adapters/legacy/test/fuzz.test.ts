import { fuzzTextInterface } from '@heliograph/testkit'
import legacy from '../src/index.ts'
import { legacyInterface } from './interface.ts'

fuzzTextInterface(legacy, {
  wire: legacyInterface,
  world: { config: {} },
  statuses: [200, 405],
  isAnswer: (text) => /^(?:Error: .+|(?:\d+:[^,]*:(?:PENDING|ERROR)(?:,|$))+)$/su.test(text),
  tells: (text, { smsId, to }) => `,${text},`.includes(`,${smsId}:${to}:PENDING,`),
  names: ['User', 'Password', 'ref'],
})
