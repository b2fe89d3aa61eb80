import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ROW_REQUESTS_PER_MINUTE,
  runAdapterConformance,
  sending,
  THERE,
  textCases,
  texting,
  withAdapterKit,
} from '@heliograph/testkit'
import erpA from '../src/index.ts'
import { erpACases } from './cases.ts'
import { erpAInterface } from './interface.ts'

runAdapterConformance(erpA, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: { email: 'jo@acme.example' } },
  credentials: { refusal: { status: 200, body: /^ERROR! \[(?:account|password)\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  cases: [...textCases(erpAInterface), ...erpACases],
})

test('requestsPerMinute is off unless it is set', () =>
  withAdapterKit(erpA, { config: {} }, async (kit) => {
    const request = sending(erpAInterface, texting(erpAInterface, THERE))
    for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(request)).status, 200)
  }))
