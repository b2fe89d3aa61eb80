import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineAttack, judge } from '../src/attack/attack.ts'
import { ATTACKS } from '../src/attack/attacks/index.ts'
import { inTurns } from '../src/attack/http-client.ts'
import { brokenBounds, renderFindings } from '../src/attack/run-attacks.ts'

const attack = defineAttack({
  name: 'knock',
  title: 'Knocks at the door',
  bounds: {
    opened: { label: 'doors opened', unit: '', atMost: 2 },
    blocked: { label: 'blocked', unit: 'ms', atMost: 50 },
  },
  run: async () => ({ opened: 0, blocked: 0 }),
})

describe('what an attack found', () => {
  for (const [name, figures, held] of [
    ['holds up to the bound', { opened: 2, blocked: 50 }, [true, true]],
    ['does not hold above it', { opened: 3, blocked: 51 }, [false, false]],
    ['does not hold without a figure', { opened: 1 }, [true, false]],
    ['does not hold when the figure is none', { opened: Number.NaN, blocked: 1 }, [false, true]],
    ['does not hold when the attack did not come to its end', undefined, [false, false]],
  ] as const) {
    it(name, () => {
      assert.deepEqual(
        judge(attack, figures).map(({ isHeld }) => isHeld),
        held,
      )
    })
  }

  it('shows each figure beside its bound, and names what is broken', () => {
    const results = [{ server: 'uws', findings: judge(attack, { opened: 3, blocked: 4 }) }] as const
    assert.match(
      renderFindings(results),
      /knock +uws +doors opened +3 +<= 2 +BROKEN\nknock +uws +blocked +4 +<= 50 +ms +held/,
    )
    assert.deepEqual(brokenBounds(results), ['uws: knock: doors opened 3 > 2'])
  })

  it('has names that are unique', () => {
    const names = ATTACKS.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  })

  it('makes every request, whatever it is made of', async () => {
    const made: unknown[] = []
    await inTurns([1, undefined, 0, ''], 2, async (item) => void made.push(item))
    assert.deepEqual(made, [1, undefined, 0, ''])
  })
})
