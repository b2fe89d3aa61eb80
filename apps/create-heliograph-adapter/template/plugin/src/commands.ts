import { defineCommand, type InstanceCommand } from '@heliograph/contracts'
import { Type } from 'typebox'
import type { DeliveredCount } from './delivered-count.ts'

/** Commands for operators on the server: `heliograph sample show --config gateway.yaml`. */
export function createCommands(count: Pick<DeliveredCount, 'read'>): readonly InstanceCommand[] {
  return [
    defineCommand({
      name: 'show',
      summary: 'Show how many messages were delivered.',
      // What can be typed; each field is an option, and its description is the help.
      values: Type.Object({
        atLeast: Type.Optional(Type.Integer({ minimum: 0, description: 'End with 1 when there are fewer.' })),
      }),
      async run({ values: { atLeast = 0 }, output }) {
        const delivered = await count.read()
        output.result({ delivered }, [`${delivered} messages were delivered.`])
        return delivered >= atLeast ? 0 : 1
      },
    }),
  ]
}
