import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import { explainRoute } from '../src/index.ts'
import { type RoutedMessage, Router, type RoutingRule } from '../src/outbound/routing/router.ts'

const RULES: readonly RoutingRule[] = [
  { when: { client: [7], country: ['ZA'] }, route: 'vip' },
  { when: { to: ['2782', '27831'] }, route: 'vodacom' },
  { when: { country: ['ZA', 'NA'], parts: { min: 3 } }, route: 'long' },
  { when: { country: ['ZA'] }, route: 'south-africa' },
  { when: { country: ['JM', 'US'], priority: ['CRITICAL', 'HIGH'] }, route: 'fast' },
  { when: { country: ['JM'] }, route: 'jamaica' },
  { when: { sender: ['ACME'], parts: { max: 1 } }, route: 'brand' },
  { when: { to: ['27'], country: ['NA'] }, route: 'never' },
  { when: { priority: ['BULK'] }, route: 'bulk' },
]

interface Row extends Partial<RoutedMessage> {
  readonly name: string
  readonly to: string
  readonly expected: string
}

const rows: readonly Row[] = [
  { name: 'by the beginning of the number', to: '27821110000', expected: 'vodacom' },
  { name: 'by a longer beginning', to: '27831110000', expected: 'vodacom' },
  { name: 'by the country', to: '27841110000', expected: 'south-africa' },
  { name: 'the first that fits wins: client', to: '27821110000', clientId: 7, expected: 'vip' },
  { name: 'a client elsewhere', to: '491701234567', clientId: 7, expected: 'default' },
  { name: 'by parts', to: '27841110000', parts: 3, expected: 'long' },
  { name: 'by parts, in the other country of the rule', to: '264811234567', parts: 4, expected: 'long' },
  { name: 'too few parts', to: '264811234567', parts: 2, expected: 'default' },
  { name: 'a country that shares its calling code', to: '18762345678', expected: 'jamaica' },
  { name: 'another country of that calling code', to: '12025550143', expected: 'default' },
  { name: 'with priority', to: '12025550143', priority: PRIORITIES.HIGH, expected: 'fast' },
  { name: 'with priority, the earlier rule wins', to: '18762345678', priority: PRIORITIES.HIGH, expected: 'fast' },
  { name: 'by sender', to: '491701234567', sender: 'ACME', expected: 'brand' },
  { name: 'by sender, too long', to: '491701234567', sender: 'ACME', parts: 2, expected: 'default' },
  { name: 'by priority alone', to: '491701234567', priority: PRIORITIES.BULK, expected: 'bulk' },
  { name: 'nothing fits', to: '491701234567', expected: 'default' },
]

describe('the route of a message', () => {
  const router = new Router(RULES)
  for (const { name, to, expected, ...message } of rows) {
    it(name, () => {
      const given = { clientId: 1, sender: 'X', priority: PRIORITIES.NORMAL, parts: 1, ...message }
      assert.equal(router.routeFor(to, given), expected)
      assert.equal(router.routeFor(to, given), expected, 'remembered')
    })
  }

  it('is the default without rules', () => {
    assert.equal(new Router([]).routeFor('1', { clientId: 1, sender: '', priority: 0, parts: 1 }), 'default')
  })

  it('a rule without conditions takes all that comes to it', () => {
    const all = new Router([
      { when: { to: ['4'] }, route: 'four' },
      { when: {}, route: 'rest' },
    ])
    const message = { clientId: 1, sender: '', priority: 0, parts: 1 }
    assert.deepEqual([all.routeFor('49', message), all.routeFor('27', message)], ['four', 'rest'])
  })

  it('is found among ten thousand rules in their order', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ when: { to: [`27${n}`] }, route: `r${n}` }))
    const router = new Router([...many, { when: { country: ['ZA'] }, route: 'last' }])
    const message = { clientId: 1, sender: '', priority: 0, parts: 1 }
    // 27123 begins with 271, 2712 and 27123; rule 1 is the first of them.
    assert.deepEqual(
      ['271234567', '279999000', '270'].map((to) => router.routeFor(to, message)),
      ['r1', 'r9', 'r0'],
    )
    assert.equal(new Router(many.slice(2_000)).routeFor('2725551', message), 'r2555')
  })
})

describe('the explanation of a route', () => {
  const links = ['net/a', 'net/b', 'spare/x'].map((id) => ({ id, carrier: id.split('/')[0] as string, shares: 1 }))
  const routes = {
    default: { links: ['net'] },
    'south-africa': { links: [{ link: 'net/a', weight: 3 }, 'net/b'], fallbacks: [['spare']] },
  }
  const routing: RoutingRule[] = [
    { name: 'German', when: { country: ['DE'], client: [5] }, route: 'default' },
    { when: { to: ['278'], priority: ['HIGH'] }, route: 'south-africa' },
    { name: 'never reached', when: {}, route: 'default' },
  ]

  it('names the rules looked at, what they miss, and the links with their shares', () => {
    const found = explainRoute({ routes, routing }, links, { to: '27821110000', clientId: 1, priority: 'HIGH' })
    assert.deepEqual(found, {
      to: '27821110000',
      country: 'ZA',
      rules: [
        { index: 0, name: 'German', route: 'default', unmet: ['country', 'client'] },
        { index: 1, name: null, route: 'south-africa', unmet: [] },
      ],
      route: 'south-africa',
      groups: [
        [
          { link: 'net/a', weight: 3, share: 0.75 },
          { link: 'net/b', weight: 1, share: 0.25 },
        ],
        [{ link: 'spare/x', weight: 1, share: 1 }],
      ],
    })
  })

  it('of a message that no rule fits', () => {
    const found = explainRoute({ routes, routing: routing.slice(0, 2) }, links, { to: '870773111632', clientId: 5 })
    assert.equal(found.country, null)
    assert.deepEqual(
      found.rules.map(({ unmet }) => unmet),
      [['country'], ['to', 'priority']],
    )
    assert.equal(found.route, 'default')
    assert.equal(found.groups.length, 1)
  })
})
