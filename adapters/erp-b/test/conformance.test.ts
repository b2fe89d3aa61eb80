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
import erpB from '../src/index.ts'
import { jsonCases } from './cases.ts'
import { erpBInterface } from './interface.ts'

runAdapterConformance(erpB, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^ERROR! \[apikey\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  cases: [...textCases(erpBInterface), ...jsonCases],
})

test('requestsPerMinute is off unless it is set', () =>
  withAdapterKit(erpB, { config: {} }, async (kit) => {
    const request = sending(erpBInterface, texting(erpBInterface, THERE))
    for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(request)).status, 200)
  }))
