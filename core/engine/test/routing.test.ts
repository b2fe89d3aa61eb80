import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameLinks, resolveRoutes } from '../src/dispatch/routing.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const links = nameLinks(
  new Map([
    ['north', carrierOf(new FakeLink('a'), new FakeLink('b'))],
    ['south', carrierOf(new FakeLink('a'))],
    ['idle', carrierOf()],
  ]),
)

function resolve(routes: Record<string, { links: readonly string[] }>): Record<string, readonly string[]> {
  return Object.fromEntries([...resolveRoutes(routes, links)].map(([name, found]) => [name, found.map(({ id }) => id)]))
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

  const rows = [
    {
      name: 'none configured: default takes all links',
      routes: {},
      expected: { default: ['north/a', 'north/b', 'south/a'] },
    },
    {
      name: 'a carrier stands for all its links',
      routes: { default: { links: ['north'] } },
      expected: { default: ['north/a', 'north/b'] },
    },
    {
      name: 'single links in the order given, and a link in two routes',
      routes: { default: { links: ['south/a', 'north/b'] }, express: { links: ['north/b'] } },
      expected: { default: ['south/a', 'north/b'], express: ['north/b'] },
    },
    {
      name: 'a link named twice is there once',
      routes: { default: { links: ['north', 'north/a'] } },
      expected: { default: ['north/a', 'north/b'] },
    },
  ]
  for (const { name, routes, expected } of rows) it(name, () => assert.deepEqual(resolve(routes), expected))

  const mistakes = [
    {
      name: 'a link that does not exist',
      routes: { default: { links: ['north/c'] } },
      message: "routes.default.links: no link 'north/c'; links that exist: north/a, north/b, south/a",
    },
    {
      name: 'the bare name of a link',
      routes: { default: { links: ['a'] } },
      message: "routes.default.links: no link 'a'; links that exist: north/a, north/b, south/a",
    },
    {
      name: 'a carrier without links',
      routes: { default: { links: ['idle'] } },
      message: "routes.default.links: no link 'idle'; links that exist: north/a, north/b, south/a",
    },
    {
      name: 'no default',
      routes: { express: { links: ['north'] } },
      message: "routes: a route named 'default' is required",
    },
  ]
  for (const { name, routes, message } of mistakes) {
    it(`refuses ${name}`, () => assert.throws(() => resolve(routes), { message }))
  }

  it('says so when there are no links at all', () => {
    assert.throws(() => resolveRoutes({ default: { links: ['x'] } }, []), { message: /links that exist: none/ })
  })
})
