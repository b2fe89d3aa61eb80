import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longestBlockMs } from '@heliograph/testkit'
import { findLinkSets } from '../src/outbound/routing/link-sets.ts'
import { routeStages } from '../src/outbound/routing/route-stages.ts'
import type { LinkGroup, LinkName } from '../src/outbound/routing/routing.ts'

/** Groups of links by their letters: `ab>f` falls back from a and b to f. Capital letters are for two nodes each. */
type Routes = Readonly<Record<string, string>>

function resolve(routes: Routes, names: string) {
  const sharesOf = (id: string) => (id === id.toUpperCase() ? 2 : 1)
  const links = [...names].map((id): LinkName => ({ id, carrier: 'net', shares: sharesOf(id) }))
  const groupOf = (letters: string): LinkGroup<LinkName> =>
    [...letters].map((letter) => ({ link: links.find(({ id }) => id === letter) as LinkName, weight: 1 }))
  const groups = new Map(Object.entries(routes).map(([name, text]) => [name, text.split('>').map(groupOf)]))
  return { groups, sets: findLinkSets([...groups.values()], links) }
}

const LEASED: readonly { name: string; routes: Routes; links: string; sets: readonly string[] }[] = [
  { name: 'those of one group', routes: { r: 'ab' }, links: 'ab', sets: ['ab'] },
  { name: 'not those of different routes', routes: { r: 'a', s: 'b' }, links: 'ab', sets: ['a', 'b'] },
  {
    name: 'those that a group of another route connects, in any order',
    routes: { r: 'a', s: 'b', t: 'c', u: 'db', v: 'da' },
    links: 'abcd',
    sets: ['abd', 'c'],
  },
  {
    name: 'those that only one route falls back to, with its first',
    routes: { r: 'a>f>g' },
    links: 'afg',
    sets: ['afg'],
  },
  {
    name: 'those that routes with the same first links fall back to',
    routes: { r: 'ab>f', s: 'a>g>f' },
    links: 'abfg',
    sets: ['abfg'],
  },
  {
    name: 'not a common fallback',
    routes: { r: 'a>f', s: 'b>f', t: 'c>f' },
    links: 'abcf',
    sets: ['a', 'b', 'c', 'f'],
  },
  {
    name: 'only what is common is apart',
    routes: { r: 'a>f>g', s: 'b>f' },
    links: 'abfg',
    sets: ['ag', 'b', 'f'],
  },
  { name: 'common fallbacks of one group', routes: { r: 'a>fg', s: 'b>f' }, links: 'abfg', sets: ['a', 'b', 'fg'] },
  { name: 'not routes that fall back to each other', routes: { r: 'a>b', s: 'b>a' }, links: 'ab', sets: ['a', 'b'] },
  { name: 'those that nodes share, with what falls back to them', routes: { r: 'A>F' }, links: 'AF', sets: ['AF'] },
  {
    name: 'not a fallback that is divided among nodes in another way',
    routes: { r: 'A>f>G', s: 'b>H' },
    links: 'AbfGH',
    sets: ['AG', 'H', 'b', 'f'],
  },
  { name: 'one without a route is by itself', routes: { r: 'a' }, links: 'ab', sets: ['a', 'b'] },
  { name: 'none', routes: {}, links: '', sets: [] },
]

describe('links that are leased together', () => {
  for (const { name, routes, links, sets } of LEASED) {
    it(name, () => {
      const found = resolve(routes, links).sets.map((set) =>
        set
          .map(({ id }) => id)
          .sort()
          .join(''),
      )
      assert.deepEqual(found.sort(), sets)
    })
  }

  it('1,000 links of one route are grouped within a tenth of a second', async () => {
    const links = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index), carrier: 'net', shares: 1 }))
    const group = links.map((link) => ({ link, weight: 1 }))
    const blockMs = await longestBlockMs(() => assert.equal(findLinkSets([[group], [group]], links).length, 1))
    assert.ok(blockMs < 100, `${blockMs} ms`)
  })
})

const STAGES: readonly { name: string; routes: Routes; links: string; stages: Readonly<Record<string, string>> }[] = [
  {
    name: 'one whose links are leased together is there once',
    routes: { r: 'a>f' },
    links: 'af',
    stages: { r: 'a r, f r' },
  },
  {
    name: 'one with a common fallback, from that on as well',
    routes: { r: 'a>f', s: 'b>f' },
    links: 'abf',
    stages: { r: 'a r, f r/2', 'r/2': 'f r/2', s: 'b s, f s/2', 's/2': 'f s/2' },
  },
  {
    name: 'one whose links nodes share, from its fallback on as well, since another node may have that up alone',
    routes: { r: 'A>F' },
    links: 'AF',
    stages: { r: 'A r, F r/2', 'r/2': 'F r/2' },
  },
  { name: 'one of a single group is there once', routes: { r: 'A' }, links: 'A', stages: { r: 'A r' } },
  {
    name: 'from each of its groups on',
    routes: { r: 'a>fg>h', s: 'b>f' },
    links: 'abfgh',
    stages: {
      r: 'a r, fg r/2, h r/3',
      'r/2': 'fg r/2, h r/3',
      'r/3': 'h r/3',
      s: 'b s, f s/2',
      's/2': 'f s/2',
    },
  },
]

describe('routes as nodes claim for them', () => {
  for (const { name, routes, links, stages } of STAGES) {
    it(name, () => {
      const { groups, sets } = resolve(routes, links)
      const found = [...routeStages(groups, sets)].map(([route, own]) => [
        route,
        own.map((stage) => `${stage.links.map(({ link }) => link.id).join('')} ${stage.route}`).join(', '),
      ])
      assert.deepEqual(Object.fromEntries(found), stages)
    })
  }
})
