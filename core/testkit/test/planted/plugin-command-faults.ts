import type { Plugin } from '@heliograph/contracts'
import { Type } from 'typebox'
import { CALLERS_TOKEN } from '../fixtures/counting-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

const TYPED = 'its commands can be typed, and its table runs each of them'

type Commands = NonNullable<Plugin['commands']>

/** A plugin whose commands are declared otherwise. */
const declared = (change: (commands: Commands) => Commands): Pick<PluginFault, 'parts'> => ({
  parts: () => ({ finish: (plugin) => ({ ...plugin, commands: change(plugin.commands ?? []) }) }),
})

/** In its commands. */
export const COMMAND_FAULTS: readonly PluginFault[] = [
  {
    name: 'two commands of one name',
    ...declared((commands) => commands.map((command) => ({ ...command, name: 'show' }))),
    fails: TYPED,
    because: /declares the command 'show' twice/,
  },
  {
    name: 'an option that every command has',
    ...declared((commands) =>
      commands.map((command) => ({
        ...command,
        values: Type.Object({ json: Type.String({ description: 'Which.' }) }),
      })),
    ),
    fails: TYPED,
    because: /takes 'json', which every command has/,
  },
  {
    name: 'a command that no test runs',
    ...declared((commands) => [...commands, { ...(commands[0] as Commands[number]), name: 'more' }]),
    fails: TYPED,
    because: /that no row of `commands` runs/,
  },
  {
    name: 'a code that is no exit code',
    parts: () => ({ runShow: async () => -1 }),
    fails: 'shows the count on the server',
    because: /ends with -1, which is no exit code/,
  },
  {
    name: 'an end without a code',
    parts: (good) => ({ runShow: async (call) => void (await good.runShow(call)) as never }),
    fails: 'shows the count on the server',
    because: /ends with undefined/,
  },
  {
    name: 'two results',
    parts: (good) => ({
      async runShow(call) {
        await good.runShow(call)
        return good.runShow(call)
      },
    }),
    fails: 'shows the count on the server',
    because: /prints 2 results/,
  },
  {
    name: 'a secret on the screen',
    parts: (good) => ({
      async runShow(call) {
        call.output.note(`asked with ${CALLERS_TOKEN}`)
        return good.runShow(call)
      },
    }),
    fails: 'shows the count on the server',
    because: /a secret of the configuration is in the response/,
  },
  {
    name: 'a success that was none',
    parts: (good) => ({
      async runReset(call) {
        return good.runReset(call).catch(() => 0)
      },
    }),
    fails: 'does not end with 0 when a service fails: begins again',
    because: /it ends with 0, and, what is seen should be '0' but is '1'/,
  },
]
