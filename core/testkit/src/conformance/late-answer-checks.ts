import assert from 'node:assert/strict'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { INSTANCE_ID } from './read-config.ts'

/** How a carrier must report answers that come after it has given up, where the kit can cause them. */
export function lateAnswerChecks(module: AnyPluginModule, world: CarrierWorld): readonly Check[] {
  if (world.network === undefined && world.lateRecipient === undefined) return []
  return [
    {
      name: 'an answer that comes after the time-out is reported, for its attempt and part',
      run: () => withCarrierKit(module, world, (kit) => checkLateAnswer(kit, world)),
    },
  ]
}

const ATTEMPT = 3

async function checkLateAnswer(kit: CarrierKit, { network, lateRecipient }: CarrierWorld): Promise<void> {
  await kit.open()
  const [link] = kit.carrier.links
  assert.ok(link, 'a carrier has at least one link')
  network?.meet('late')
  const message = kit.message({ attempt: ATTEMPT, ...(network ? {} : { to: lateRecipient as string }) })
  const outcomes = await kit.submit(link, message)
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['unknown'],
    'the answer is not late: the link waited for it',
  )
  network?.answerLate()
  const { lateAnswers } = kit.engine.inbox
  await kit.until('the late answer', () => lateAnswers.length > 0)
  const [{ outcome, ...about } = assert.fail()] = lateAnswers
  const { smsId, attempt } = message
  assert.deepEqual(about, { carrier: INSTANCE_ID, link: link.name, smsId, attempt, part: 1 })
  assert.equal(outcome.kind, 'accepted')
  const [next] = await kit.submit(link, kit.message())
  assert.equal(next?.kind, 'accepted', `link ${link.name} does not take another message`)
  assert.equal(lateAnswers.length, 1, 'the answer was reported more than once')
}
