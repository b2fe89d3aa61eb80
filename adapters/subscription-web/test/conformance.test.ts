import { describe } from 'node:test'
import { runAdapterConformance } from '@heliograph/testkit'
import subscriptionWeb from '../src/index.ts'
import { faultCases } from './fault-cases.ts'
import { languageCases } from './language-cases.ts'
import { linkCases } from './link-cases.ts'
import { navigationCases } from './navigation-cases.ts'
import { numberCases } from './number-cases.ts'
import { ACCOUNT, linkOf } from './requests.ts'
import { shortCases } from './short-cases.ts'
import { acceptSignedCases, signedCases } from './signed-cases.ts'

runAdapterConformance(subscriptionWeb, {
  packageRoot: new URL('..', import.meta.url),
  config: {},
  account: ACCOUNT,
  base: { method: 'GET', path: linkOf('out') },
  credentials: false,
  cases: [
    ...linkCases,
    ...numberCases,
    ...faultCases,
    ...languageCases,
    ...navigationCases,
    ...signedCases,
    ...shortCases,
  ],
})

describe('accept: signed for opting out', () => {
  runAdapterConformance(subscriptionWeb, {
    packageRoot: new URL('..', import.meta.url),
    config: { accept: { optOut: 'signed' } },
    account: ACCOUNT,
    base: { method: 'GET', path: linkOf('in') },
    credentials: false,
    cases: acceptSignedCases,
  })
})
