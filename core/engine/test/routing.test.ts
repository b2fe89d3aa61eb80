import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameLinks, type RoutingSettings, resolveRoutes, validateRoutes } from '../src/outbound/routing/routing.ts'
import { carrierOf, FakeLink, SharedLink } from './support/fake-carrier.ts'

const WHOLE = { window: 1, partsPerSecond: 0 }

type Routes = RoutingSettings['routes']

const links = nameLinks(
  new Map([
    ['north', carrierOf(new FakeLink('a'), new FakeLink('b'))],
    ['south', carrierOf(new FakeLink('a'))],
    ['idle', carrierOf()],
  ]),
)

function resolve(routes: Routes): Record<string, readonly (readonly string[])[]> {
  return Object.fromEntries(
    [...resolveRoutes(routes, links)].map(([name, groups]) => [
      name,
      groups.map((group) => group.map(({ link, weight }) => (weight === 1 ? link.id : `${link.id} x${weight}`))),
    ]),
  )
}

describe('routes', () => {
  it('links are named after their carrier', () => {
    assert.deepEqual(
      links.map(({ id, carrier }) => [id, carrier]),
      [
        ['north/a', 'north'],
        ['north/b', 'north'],
        ['south/a', 'south'],
      ],
    )
  })

  const rows: readonly { name: string; routes: Routes; expected: Record<string, readonly (readonly string[])[]> }[] = [
    {
      name: 'none configured: default takes all links',
      routes: {},
      expected: { default: [['north/a', 'north/b', 'south/a']] },
    },
    {
      name: 'a carrier stands for all its links',
      routes: { default: { links: ['north'] } },
      expected: { default: [['north/a', 'north/b']] },
    },
    {
      name: 'single links in the order given, and a link in two routes',
      routes: { default: { links: ['south/a', 'north/b'] }, express: { links: ['north/b'] } },
      expected: { default: [['south/a', 'north/b']], express: [['north/b']] },
    },
    {
      name: 'a link named twice is there once, with its first weight',
      routes: { default: { links: [{ link: 'north', weight: 3 }, 'north/a'] } },
      expected: { default: [['north/a x3', 'north/b x3']] },
    },
    {
      name: 'groups to fall back on; a link belongs to the first that names it',
      routes: { default: { links: ['north/a'], fallbacks: [['north'], [{ link: 'south', weight: 2 }, 'north/a']] } },
      expected: { default: [['north/a'], ['north/b'], ['south/a x2']] },
    },
  ]
  for (const { name, routes, expected } of rows) it(name, () => assert.deepEqual(resolve(routes), expected))
})

describe('what is wrong with routes and rules', () => {
  const good: Routes = { default: { links: ['north'] } }
  const rows: readonly { name: string; routes?: Routes; routing?: RoutingSettings['routing']; expected: string[] }[] = [
    { name: 'nothing, when there are none', routes: {}, expected: [] },
    { name: 'nothing, when all names exist', routing: [{ when: {}, route: 'default' }], expected: [] },
    {
      name: 'a link that does not exist',
      routes: { default: { links: ['north/c'] } },
      expected: ["routes.default.links: no link 'north/c'; links that exist: north/a, north/b, south/a"],
    },
    {
      name: 'the bare name of a link, in a group to fall back on',
      routes: { default: { links: ['north'], fallbacks: [['south'], ['a']] } },
      expected: ["routes.default.fallbacks[1]: no link 'a'; links that exist: north/a, north/b, south/a"],
    },
    {
      name: 'a carrier without links',
      routes: { default: { links: [{ link: 'idle', weight: 2 }] } },
      expected: ["routes.default.links: no link 'idle'; links that exist: north/a, north/b, south/a"],
    },
    {
      name: 'no default',
      routes: { express: { links: ['north'] } },
      expected: ["routes: a route named 'default' is required"],
    },
    {
      name: 'a rule with an unknown route',
      routing: [{ when: {}, route: 'x' }],
      expected: ["routing[0].route: no route 'x'; routes that exist: default"],
    },
    {
      name: 'a rule with an unknown route where no routes are configured',
      routes: {},
      routing: [{ when: {}, route: 'x' }],
      expected: ["routing[0].route: no route 'x'; routes that exist: default"],
    },
    {
      name: 'a country that does not exist',
      routing: [{ when: { country: ['ZA', 'XX'] }, route: 'default' }],
      expected: ["routing[0].when.country: no country 'XX'"],
    },
    {
      name: 'a number of parts that no message has',
      routing: [{ when: { parts: { min: 3, max: 2 } }, route: 'default' }],
      expected: ['routing[0].when.parts: min is above max, so no message matches'],
    },
    {
      name: 'several mistakes at once',
      routes: { express: { links: ['x'] } },
      expected: [
        "routes.express.links: no link 'x'; links that exist: north/a, north/b, south/a",
        "routes: a route named 'default' is required",
      ],
    },
  ]
  for (const { name, routes = good, routing = [], expected } of rows) {
    it(name, () => assert.deepEqual(validateRoutes({ routes, routing }, links), expected))
  }

  it('nothing about links of an instance that is left out, as long as a route has another', () => {
    const routes: Routes = { default: { links: ['gone'], fallbacks: [['gone/a', 'north/a']] } }
    assert.deepEqual(validateRoutes({ routes, routing: [] }, links, ['gone']), [])
    assert.deepEqual(resolve(routes), { default: [['north/a']] })
    assert.deepEqual(validateRoutes({ routes: { default: { links: ['gone/a'] } }, routing: [] }, links, ['gone']), [
      "routes.default.links: 'gone/a' belongs to an instance that is left out; links that exist: north/a, north/b, south/a",
    ])
    assert.deepEqual(
      validateRoutes({ routes: { default: { links: ['goner', 'north'] } }, routing: [] }, links, ['gone']),
      ["routes.default.links: no link 'goner'; links that exist: north/a, north/b, south/a"],
    )
  })

  it('that links of one group are divided among nodes in different ways', () => {
    const both = nameLinks(new Map([['net', carrierOf(new SharedLink('a', 2, WHOLE), new FakeLink('b'))]]))
    const problem = 'links for different numbers of `nodes` cannot be in one group: net/a 2, net/b 1'
    assert.deepEqual(validateRoutes({ routes: {}, routing: [] }, both), [`routes.default: ${problem}`])
    const apart: Routes = { default: { links: ['net/a'], fallbacks: [['net/b']] } }
    assert.deepEqual(validateRoutes({ routes: apart, routing: [] }, both), [])
  })

  it('that there are no links at all', () => {
    assert.deepEqual(validateRoutes({ routes: { default: { links: ['x'] } }, routing: [] }, []), [
      "routes.default.links: no link 'x'; links that exist: none",
    ])
  })
})
