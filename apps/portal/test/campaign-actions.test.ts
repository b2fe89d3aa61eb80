import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionsOf } from '../src/pages/campaigns/campaign-actions.ts'

type Facts = Parameters<typeof actionsOf>[0]

const facts = (state: Facts['state'], more: Partial<Facts> = {}): Facts => ({
  ...{ state, pausedBecause: null, submitted: 10, messages: 10 },
  ...more,
})

describe('what can be done with a campaign', () => {
  const rows: [name: string, campaign: Facts, actions: string][] = [
    ['whose file is coming', facts('receiving'), 'cancel rename'],
    ['that waits to be started', facts('ready', { submitted: 0 }), 'cancel rename'],
    ['with rows to submit', facts('sending', { submitted: 3 }), 'pause cancel again saveFailed rename'],
    ['that is all submitted', facts('sending'), 'cancel again saveFailed rename'],
    ['for a time to come', facts('scheduled'), 'move cancel saveFailed rename'],
    ['that is paused', facts('paused', { submitted: 3 }), 'resume cancel again saveFailed rename'],
    ['without credit', facts('paused', { pausedBecause: 'no-credit' }), 'resume cancel again saveFailed rename'],
    ['that is held', facts('paused', { pausedBecause: 'ended-process' }), 'cancel again saveFailed rename'],
    ['that is done', facts('done'), 'again saveFailed rename'],
    ['that was cancelled', facts('cancelled'), 'again saveFailed rename'],
  ]
  for (const [name, campaign, actions] of rows)
    test(`one ${name}: ${actions}`, () => assert.deepEqual(actionsOf(campaign), actions.split(' ')))
})
