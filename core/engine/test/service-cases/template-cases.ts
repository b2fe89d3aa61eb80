import assert from 'node:assert/strict'
import { TextTemplates } from '@heliograph/contracts'
import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'

const code = (expected: string) => (error: unknown) => (error as { code?: unknown }).code === expected

export const templateCases: readonly ServiceCase[] = [
  {
    name: 'texts are kept by name, changed and removed, and are nobody else’s',
    async run(world, { principal }) {
      const templates = world.service(TextTemplates)
      const other = (await world.addClient()).principal
      const winter = await templates.add(principal, { name: ' Winter  sale ', text: 'All must go' })
      const autumn = await templates.add(principal, { name: 'Autumn', text: 'Leaves fall' })
      assert.deepEqual(await templates.list(principal), [autumn, { ...winter, name: 'Winter sale' }])
      await assert.rejects(templates.add(principal, { name: 'WINTER SALE', text: 'x' }), code('template-taken'))
      await assert.rejects(templates.change(principal, { ...autumn, name: 'winter sale' }), code('template-taken'))
      const changed = await templates.change(principal, { ...winter, name: 'Winter Sale', text: 'All has gone' })
      assert.deepEqual(await templates.list(principal), [autumn, changed])
      assert.deepEqual(await templates.list(other), [])
      await assert.rejects(templates.change(other, { ...winter, name: 'Mine' }), code('template-not-found'))
      await assert.rejects(templates.remove(other, winter.templateId), code('template-not-found'))
      await templates.remove(principal, winter.templateId)
      assert.deepEqual(await templates.list(principal), [autumn])
    },
  },
  {
    name: 'what cannot be kept is told by field',
    async run(world, { principal }) {
      for (const [name, text, field] of [
        [' ', 'x', 'name'],
        ['n'.repeat(101), 'x', 'name'],
        ['n', ' ', 'text'],
        ['n', 'x'.repeat(10_001), 'text'],
      ] as const)
        await assert.rejects(
          world.service(TextTemplates).add(principal, { name, text }),
          (error: { code: string; details: object }) => {
            assert.deepEqual([error.code, Object.keys(error.details)], ['bad-template', [field]])
            return true
          },
        )
    },
  },
  {
    name: 'a template has variables; those that cannot be are told by their place',
    async run(world, { principal }) {
      const templates = world.service(TextTemplates)
      const plain = { type: 'text', fallback: null, choices: [] } as const
      const name = { ...plain, name: 'Due date', type: 'date', fallback: 'Friday' } as const
      const branch = { ...plain, name: 'branch', type: 'choice', choices: ['North', 'South'] } as const
      const text = 'On {due_date} at {BRANCH|the office}'
      const added = await templates.add(principal, { name: 'Due', text, variables: [name, branch] })
      assert.deepEqual(added.variables, [name, branch])
      assert.deepEqual(await templates.list(principal), [added])
      const { templateId } = added
      const changed = await templates.change(principal, { templateId, name: 'Due', text: 'Soon' })
      assert.deepEqual(changed.variables, [])
      const wrong = [
        { ...plain, name: 'absent' },
        { ...plain, name: ' ' },
        { ...plain, name: '1' },
        { ...branch, choices: [] },
        { ...branch, fallback: 'x'.repeat(501) },
      ]
      for (const variable of wrong)
        await assert.rejects(
          templates.add(principal, { name: 'Wrong', text, variables: [variable] }),
          (error: { code: string; details: object }) => {
            assert.deepEqual([error.code, Object.keys(error.details)], ['bad-template', ['variables[0]']])
            return true
          },
        )
      const twice = templates.add(principal, {
        name: 'Twice',
        text,
        variables: [branch, { ...branch, name: 'Branch' }],
      })
      await assert.rejects(twice, (error: { details: object }) => 'variables[1]' in error.details)
      await templates.remove(principal, templateId)
    },
  },
]
