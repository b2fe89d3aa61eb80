import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Principal, StateStore, Submissions, type SubmitRequest } from '@heliograph/contracts'
import { INSTANCE_ID } from '../src/conformance/read-config.ts'
import { watchServices } from '../src/conformance/watched-services.ts'
import { createMemoryEngine } from '../src/index.ts'

/** What is noted of calls that name an instance, each with the name. */
function notedOf(instanceId: string): readonly string[] {
  const engine = createMemoryEngine()
  const misdeeds: string[] = []
  const given = { state: engine.service(StateStore), submissions: { submit: async () => ({ entries: [] }) } }
  const { services } = watchServices({ state: StateStore, submissions: Submissions }, given, (misdeed) =>
    misdeeds.push(misdeed.split(' at ')[0] as string),
  )
  const { state, submissions } = services as { readonly state: StateStore; readonly submissions: Submissions }
  const [principal, request] = [{} as Principal, {} as SubmitRequest]
  const entryFor = () => ({ key: 'k', value: 'v', expiresAt: new Date() })
  state.of(instanceId)
  void submissions.submit(principal, request)
  void submissions.submit(principal, request, { instanceId, expected: undefined, entryFor })
  return misdeeds
}

test('what a module asks for another instance is noted, by whatever service', () => {
  assert.deepEqual(notedOf(INSTANCE_ID), [])
  assert.deepEqual(notedOf('other'), [
    "asks heliograph.state-store.of for what 'other' keeps",
    "asks heliograph.submissions.submit for what 'other' keeps",
  ])
})
