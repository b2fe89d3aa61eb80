import { runAdapterConformance } from '@heliograph/testkit'
import subscriptionWeb from '../src/index.ts'
import { faultCases } from './fault-cases.ts'
import { languageCases } from './language-cases.ts'
import { linkCases } from './link-cases.ts'
import { numberCases } from './number-cases.ts'
import { ACCOUNT, linkOf } from './requests.ts'

runAdapterConformance(subscriptionWeb, {
  packageRoot: new URL('..', import.meta.url),
  config: {},
  account: ACCOUNT,
  base: { method: 'GET', path: linkOf('out') },
  credentials: false,
  cases: [...linkCases, ...numberCases, ...faultCases, ...languageCases],
})
