import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type StrangerPlace, StrangerPlaces } from '../src/stranger-places.ts'

const LIMITS = { perGroup: 50, total: 200 }

/** Connections as a server has them: by name, until they leave or are ended. */
function server(limits: ConstructorParameters<typeof StrangerPlaces>[0] = LIMITS) {
  const places = new StrangerPlaces(limits)
  const open = new Map<string, string>()
  function come(name: string, address: string): StrangerPlace {
    const place = places.enter(address, () => open.delete(name))
    open.set(name, address)
    return place
  }
  const openFrom = (address: string) => [...open.values()].filter((from) => from === address).length
  return { places, open, come, openFrom }
}

describe('places for strangers', () => {
  it('10,050 connections of one address hold 50, and a client elsewhere is untouched', () => {
    const { places, open, come } = server()
    come('client', '192.0.2.9')
    for (let count = 0; count < 10_050; count += 1) come(`flood ${count}`, '192.0.2.1')
    assert.deepEqual([places.size, open.size, places.ended], [51, 51, 10_000])
    assert.ok(open.has('client'))
    assert.ok(open.has('flood 10049'))
  })

  it('a /64 counts as one address, however it is spelt; so does IPv4 in its IPv6 form', () => {
    const { places, come } = server()
    for (let count = 0; count < 300; count += 1) come(`${count}`, `2001:db8:1:2::${count.toString(16)}`)
    assert.equal(places.size, 50)
    for (let count = 0; count < 300; count += 1) come(`v4 ${count}`, count % 2 ? '192.0.2.1' : '::ffff:192.0.2.1')
    assert.equal(places.size, 100)
  })

  it('a crowd of full groups gives way to one that comes, and it is not the next to go', () => {
    const { places, open, come, openFrom } = server()
    for (let group = 1; group <= 6; group += 1)
      for (let count = 0; count < 60; count += 1) come(`${group} ${count}`, `192.0.2.${group}`)
    assert.equal(places.size, 200)
    come('client', '198.51.100.1')
    for (let count = 0; count < 5_000; count += 1) come(`more ${count}`, `192.0.2.${1 + (count % 6)}`)
    assert.deepEqual([places.size, open.has('client')], [200, true])
    for (let group = 1; group <= 6; group += 1) assert.ok(openFrom(`192.0.2.${group}`) <= 50)
  })

  it('of as many groups as there are places, the one that came first gives way', () => {
    const { open, come } = server({ perGroup: 50, total: 3 })
    for (const name of ['1', '2', '3', '4']) come(name, `192.0.2.${name}`)
    assert.deepEqual([...open.keys()], ['2', '3', '4'])
  })

  it('a place that was left counts no more, once', () => {
    const { places, come } = server({ perGroup: 1, total: 10 })
    const first = come('first', '192.0.2.1')
    first.leave()
    first.leave()
    come('second', '192.0.2.1')
    assert.deepEqual([places.size, places.ended], [1, 0])
    come('third', '192.0.2.1')
    first.leave()
    assert.deepEqual([places.size, places.ended], [1, 1])
  })

  it('an address that stands for many clients is held by the total only', () => {
    const { places, open, come } = server({ ...LIMITS, isShared: (address) => address === '192.0.2.1' })
    come('client', '198.51.100.1')
    for (let count = 0; count < 1_000; count += 1) come(`${count}`, '192.0.2.1')
    assert.deepEqual([places.size, open.has('client')], [200, true])
  })
})
