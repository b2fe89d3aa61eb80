import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { carrierChecks } from '../src/conformance/run-carrier-conformance.ts'
import { runCarrierConformance } from '../src/index.ts'
import cloud from './fixtures/carrier-cloud/src/index.ts'
import { cloudOptions } from './fixtures/cloud-options.ts'
import { CONTENT_FAULTS, faultyCloud } from './planted/content-faults.ts'
import { assertFails } from './planted/planted-fault.ts'

runCarrierConformance(cloud, cloudOptions)

describe('a carrier of rich content', { concurrency: true }, () => {
  for (const fault of CONTENT_FAULTS) {
    test(`that has ${fault.name} is found out`, async () => {
      const check = carrierChecks(faultyCloud(fault), cloudOptions)
        .flatMap(({ checks }) => checks)
        .find(({ name }) => name === fault.fails)
      assert.ok(check, `there is no check '${fault.fails}'`)
      await assertFails(check.run, fault)
    })
  }
})
