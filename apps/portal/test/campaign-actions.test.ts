import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionsOf } from '../src/pages/campaigns/campaign-actions.ts'
import { formatWindow, parseWindow, windowFault } from '../src/pages/send/delivery-window.ts'

type Facts = Parameters<typeof actionsOf>[0]

const facts = (state: Facts['state'], pausedBecause: string | null = null): Facts => ({ state, pausedBecause })

describe('what can be done with a campaign', () => {
  const rows: [name: string, campaign: Facts, actions: string][] = [
    ['whose file is coming', facts('receiving'), 'cancel rename'],
    ['that waits to be started', facts('ready'), 'cancel rename'],
    ['that is being sent', facts('sending'), 'pause speed cancel again saveFailed rename'],
    ['for a time to come', facts('scheduled'), 'pause move speed cancel saveFailed rename'],
    ['that is paused', facts('paused'), 'resume speed cancel again saveFailed rename'],
    ['without credit', facts('paused', 'no-credit'), 'resume speed cancel again saveFailed rename'],
    ['that is held', facts('paused', 'ended-process'), 'speed cancel again saveFailed rename'],
    ['that is done', facts('done'), 'again saveFailed rename'],
    ['that was cancelled', facts('cancelled'), 'again saveFailed rename'],
  ]
  for (const [name, campaign, actions] of rows)
    test(`one ${name}: ${actions}`, () => assert.deepEqual(actionsOf(campaign), actions.split(' ')))
})

describe('delivery hours', () => {
  const hours = { days: [1, 5], from: '09:00', to: '17:00', zone: 'America/Argentina/Buenos_Aires' }

  test('go from page to page in the address', () => {
    assert.equal(formatWindow(hours), '15 09:00-17:00 America/Argentina/Buenos_Aires')
    assert.deepEqual(parseWindow(formatWindow(hours)), hours)
    for (const other of ['', '9 09:00-17:00 UTC', '1 9-17 UTC', '1 09:00-17:00']) assert.equal(parseWindow(other), null)
  })

  const rows: readonly [change: Partial<typeof hours>, fault: ReturnType<typeof windowFault>][] = [
    [{}, null],
    [{ from: '' }, 'noTime'],
    [{ to: '' }, 'noTime'],
    [{ to: '09:00' }, 'sameTime'],
    [{ days: [] }, 'noDay'],
  ]
  for (const [change, fault] of rows)
    test(`with ${JSON.stringify(change)}: ${fault}`, () => assert.equal(windowFault({ ...hours, ...change }), fault))
})
