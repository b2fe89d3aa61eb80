import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AlertKind, AlertSettings } from '@heliograph/contracts'
import { decideAlert, readAlert } from '../src/alerts.ts'

describe('an alert', () => {
  const ROWS: readonly (readonly [kind: AlertKind, limit: number, values: readonly number[], reported: string])[] = [
    ['credit-amount', 100, [100, 99.99, 99, 100, 109, 110, 105, 99], '- begin - - - end - begin'],
    ['credit-amount', 100, [50, 500, 50], 'begin end begin'],
    ['credit-days', 7, [7, 6.9, 7.1, 7.7], '- begin - end'],
    ['delivery-rate', 0.9, [0.9, 0.89, 0.91, 0.92], '- begin - end'],
    ['delivery-rate', 1, [0.999, 0.999, 1], 'begin - end'],
    ['opt-out-rate', 0.05, [0.05, 0.06, 0.05, 0.04], '- begin - end'],
    ['webhooks-failing', 0.2, [0.2, 0.21, 0.11, 0.1, 0.2], '- begin - end -'],
    ['link-down', 5, [0, 5, 6, 60, 1, 0, 3], '- - begin - - end -'],
  ]
  for (const [kind, limit, values, reported] of ROWS)
    test(`${kind} ${limit}: ${values.join(', ')}`, () => {
      let isRaised = false
      const decisions = values.map((value) => {
        const decision = decideAlert({ kind, limit }, isRaised, value)
        if (decision !== undefined) isRaised = decision === 'begin'
        return decision ?? '-'
      })
      assert.equal(decisions.join(' '), reported)
    })

  const GOOD: AlertSettings = {
    kind: 'delivery-rate',
    limit: 0.9,
    email: 'desk@acme.example',
    url: 'https://acme.example/alerts',
    language: 'en',
    isOn: true,
  }
  for (const [name, change, field] of [
    ['of no kind', { kind: 'weather' as AlertKind }, 'kind'],
    ['with a limit of 0', { limit: 0 }, 'limit'],
    ['with a limit that is no number', { limit: Number.NaN }, 'limit'],
    ['with a share above all', { limit: 1.1 }, 'limit'],
    ['to two addresses', { email: 'a@b.example,c@d.example' }, 'email'],
    ['to no address', { email: '' }, 'email'],
    ['to a file', { url: 'file:///etc/passwd' }, 'url'],
    ['to a URL with a password', { url: 'https://me:secret@acme.example/' }, 'url'],
  ] as const)
    test(`${name} is refused`, () => {
      assert.throws(
        () => readAlert({ ...GOOD, ...change }),
        (error: { code: string; details: object }) => {
          assert.deepEqual([error.code, Object.keys(error.details)], ['bad-alert', [field]])
          return true
        },
      )
    })

  test('that tells nobody but the portal is fine', () => {
    assert.deepEqual(readAlert({ ...GOOD, email: null, url: null }), { ...GOOD, email: null, url: null })
  })
})
