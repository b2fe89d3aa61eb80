import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionsOf } from '../src/pages/campaigns/campaign-actions.ts'

type Facts = Parameters<typeof actionsOf>[0]

const facts = (state: Facts['state'], pausedBecause: string | null = null): Facts => ({ state, pausedBecause })

describe('what can be done with a campaign', () => {
  const rows: [name: string, campaign: Facts, actions: string][] = [
    ['whose file is coming', facts('receiving'), 'cancel rename'],
    ['that waits to be started', facts('ready'), 'cancel rename'],
    ['that is being sent', facts('sending'), 'pause cancel again saveFailed rename'],
    ['for a time to come', facts('scheduled'), 'pause move cancel saveFailed rename'],
    ['that is paused', facts('paused'), 'resume cancel again saveFailed rename'],
    ['without credit', facts('paused', 'no-credit'), 'resume cancel again saveFailed rename'],
    ['that is held', facts('paused', 'ended-process'), 'cancel again saveFailed rename'],
    ['that is done', facts('done'), 'again saveFailed rename'],
    ['that was cancelled', facts('cancelled'), 'again saveFailed rename'],
  ]
  for (const [name, campaign, actions] of rows)
    test(`one ${name}: ${actions}`, () => assert.deepEqual(actionsOf(campaign), actions.split(' ')))
})
