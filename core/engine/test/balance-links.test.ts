import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findSetToLeave, type OtherNode, type OwnSet } from '../src/ownership/balance-links.ts'
import { shareKey } from '../src/ownership/link-share.ts'

describe('the set that is left to another node', () => {
  const sets = (...marks: readonly string[]): readonly OwnSet[] =>
    marks.map((mark, index) => ({
      links: [`net/${index}`],
      share: 1,
      isHeld: mark !== 'other',
      mayGo: mark === 'mine',
    }))
  const other = (held: readonly number[], links = [0, 1, 2, 3]): OtherNode => ({
    links: links.map((index) => `net/${index}`),
    held: held.map((index) => shareKey(`net/${index}`, 1)),
  })
  const rows: readonly (readonly [string, readonly OwnSet[], readonly OtherNode[], string | undefined])[] = [
    ['none without others', sets('mine', 'mine'), [], undefined],
    ['one of two when the other node has none', sets('mine', 'mine'), [other([])], 'net/0'],
    ['not the only one', sets('mine'), [other([])], undefined],
    ['none when the other node has one less', sets('mine', 'mine', 'other'), [other([2])], undefined],
    ['one when it has two less', sets('mine', 'mine', 'mine', 'other'), [other([3])], 'net/0'],
    ['one that may go', sets('stays', 'mine'), [other([])], 'net/1'],
    ['one that the other node knows', sets('mine', 'mine'), [other([], [1])], 'net/1'],
    ['to whichever node has fewer', sets('mine', 'mine', 'other', 'other'), [other([2, 3]), other([])], 'net/0'],
  ]
  for (const [name, own, others, expected] of rows)
    it(name, () => assert.equal(findSetToLeave(own, others)?.links[0], expected))
})

/** A share of links by their letter: `b2` is the second of `b`. */
type Name = string

const linkOf = (name: Name) => `net/${name[0]}`
const shareOf = (name: Name) => Number(name.slice(1))

function leave(all: readonly Name[], own: readonly Name[], others: readonly (readonly Name[])[]): Name | undefined {
  const links = all.map(linkOf)
  const sets = all.map((name): OwnSet & { readonly name: Name } => {
    return { name, links: [linkOf(name)], share: shareOf(name), isHeld: own.includes(name), mayGo: true }
  })
  const nodes = others.map((held): OtherNode => {
    return { links, held: held.map((name) => shareKey(linkOf(name), shareOf(name))) }
  })
  return findSetToLeave(sets, nodes)?.name
}

describe('the share that is left to another node', () => {
  const rows: readonly (readonly [string, string, readonly string[], Name | undefined])[] = [
    ['one of two of a link, to a node that has none of it', 'a1 a2', [''], 'a1'],
    ['though that one has as many others', 'a1 a2', ['b1 c1'], 'a1'],
    ['none when each has one', 'a1', ['a2'], undefined],
    ['none when it has one more', 'a1 a2', ['a3'], undefined],
    ['one of a link that is shared already stays, another one goes', 'a1 b1 c1', ['a2'], 'b1'],
    ['to whichever node has none', 'a1 a2', ['b1', 'a3 b1', 'c1'], 'a1'],
  ]
  for (const [name, own, others, expected] of rows)
    it(name, () => {
      const read = (text: string) => text.split(' ').filter((each) => each !== '')
      assert.equal(leave(['a1', 'a2', 'a3', 'b1', 'c1'], read(own), others.map(read)), expected)
    })
})

/** Numbers below a bound, the same for the same seed (mulberry32). */
function randomBelow(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) % (bound * 997)) % bound
  }
}

describe('nodes that leave each other shares', () => {
  it('come to an end, where all have the same number of sets and of shares of each link, give or take one', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const below = randomBelow(seed)
      const links = [...'abcdef'].slice(0, 1 + below(6))
      const all = links.flatMap((link) => Array.from({ length: 1 + below(4) }, (_, index) => `${link}${index + 1}`))
      const nodes = Array.from({ length: 1 + below(4) }, (): Name[] => [])
      for (const name of all) nodes[below(nodes.length)]?.push(name)
      for (let steps = 0, idle = 0; idle < 50 * nodes.length; steps += 1) {
        assert.ok(steps < 5_000, `seed ${seed}: no end`)
        const from = below(nodes.length)
        const own = nodes[from] as Name[]
        const others = nodes.filter((_, index) => index !== from)
        const name = leave(all, own, others)
        idle = name === undefined ? idle + 1 : 0
        if (name === undefined) continue
        own.splice(own.indexOf(name), 1)
        // Whichever looks first takes what is free.
        others[below(others.length)]?.push(name)
      }
      const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts)
      const ofLink = (link: string) => nodes.map((own) => own.filter((name) => name[0] === link).length)
      assert.ok(spread(nodes.map((own) => own.length)) <= 1, `seed ${seed}: ${JSON.stringify(nodes)}`)
      for (const link of links) assert.ok(spread(ofLink(link)) <= 1, `seed ${seed}: ${JSON.stringify(nodes)}`)
    }
  })
})
