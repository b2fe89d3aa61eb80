import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attempt, BLOCKED, defineAttack, judge } from '../src/attack/attack.ts'
import { ATTACKS } from '../src/attack/attacks/index.ts'
import { inParallel } from '../src/attack/http-client.ts'
import { brokenBounds, renderFindings } from '../src/attack/run-attacks.ts'
import type { AttackWorld } from '../src/attack/world.ts'

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
    ['does not hold when the figure is not a number', { opened: Number.NaN, blocked: 1 }, [false, true]],
    ['does not hold when the attack did not come to its end', undefined, [false, false]],
  ] as const) {
    it(name, () => {
      assert.deepEqual(
        judge(attack, figures).map(({ isHeld }) => isHeld),
        held,
      )
    })
  }

  for (const [name, runs, held] of [
    ['is judged by one attempt that holds', [[0, 50]], [true, true]],
    [
      'is made again when it held up the event loop',
      [
        [0, 51],
        [0, 50],
      ],
      [true, true],
    ],
    [
      'is broken when it always does',
      [
        [0, 51],
        [0, 52],
        [0, 53],
      ],
      [true, false],
    ],
    [
      'is broken when another bound broke once',
      [
        [3, 51],
        [0, 20],
      ],
      [false, true],
    ],
    [
      'is broken when another bound broke later',
      [
        [0, 51],
        [3, 20],
      ],
      [false, true],
    ],
    ['is not made again for another bound', [[3, 50]], [false, true]],
  ] as const) {
    it(name, async () => {
      let made = 0
      const slow = defineAttack({
        name: 'slow',
        title: 'Takes its time',
        bounds: { opened: { label: 'doors opened', unit: '', atMost: 2 }, blocked: BLOCKED },
        async run() {
          const [opened, blocked] = runs[made] as readonly [number, number]
          made += 1
          return { opened, blocked }
        },
      })
      const findings = await attempt(slow, {} as AttackWorld)
      assert.deepEqual(
        findings.map(({ isHeld }) => isHeld),
        held,
      )
      assert.equal(made, runs.length)
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
    await inParallel([1, undefined, 0, ''], 2, async (item) => void made.push(item))
    assert.deepEqual(made, [1, undefined, 0, ''])
  })
})
