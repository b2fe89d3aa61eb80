import { type CommandOutput, type InstanceSecrets, type ProvidedService, Secrets } from '@heliograph/contracts'
import type { PlannedInstance } from '@heliograph/runtime'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { knownSecrets, withoutSecrets } from '../known-secrets.ts'
import type { Output } from '../output.ts'
import { ownSchemasOf } from '../own-schemas.ts'
import { planHost } from '../plan-host.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'
import type { TypedValues } from './to-command.ts'

/** The largest exit code that no shell uses itself (POSIX.1-2017 section 2.8.2). */
const LARGEST_CODE = 125

export interface InstanceCommandCall {
  readonly planned: PlannedInstance
  readonly name: string
  readonly values: TypedValues
}

/**
 * Runs a command of an instance on the deployment's database, whether or not a gateway is running. The instance is
 * created and not started, with what it needs; its tables have been migrated. Resolves with the exit code.
 */
export async function runInstanceCommand(
  terminal: Terminal,
  options: CommonOptions,
  { planned, name, values }: InstanceCommandCall,
): Promise<number> {
  const { id, module } = planned
  let code: number | undefined
  await withEngine(
    terminal,
    options,
    async (engine, output, settings, signal, shared) => {
      const { host } = await planHost(settings, shared, engine.services.map(notingSecrets), id)
      const command = host.commands.get(id)?.find((each) => each.name === name)
      code = await command?.run({ values, output: discreet(output), signal })
    },
    await ownSchemasOf([planned]),
  )
  if (code !== undefined && Number.isInteger(code) && code >= 0 && code <= LARGEST_CODE) return code
  const text = `The command '${name}' of the ${module.kind} '${module.id}' ended with ${code}, which is no exit code.`
  throw new CommandError('bad-exit-code', `${text} This is a bug in the package: report it to its author.`)
}

function discreet(output: Output): CommandOutput {
  return {
    // Values as they are written, so that dates and the like are texts.
    result: (value, lines) => output.result(withoutSecrets(JSON.parse(JSON.stringify(value))), withoutSecrets(lines)),
    note: (line) => output.note(withoutSecrets(line)),
  }
}

/** What the instance keeps as a secret is one for its output as well. */
function notingSecrets(provided: ProvidedService): ProvidedService {
  if (provided.token.id !== Secrets.id) return provided
  const secrets = provided.service as Secrets
  const service: Secrets = {
    sign: (channelId, octets) => secrets.sign(channelId, octets),
    of(instanceId) {
      const own = secrets.of(instanceId)
      const noting: InstanceSecrets = {
        async keep(name, text) {
          knownSecrets.add(text)
          await own.keep(name, text)
        },
        async open(name) {
          const text = await own.open(name)
          if (text !== undefined) knownSecrets.add(text)
          return text
        },
        forget: (name) => own.forget(name),
      }
      return noting
    },
  }
  return { token: Secrets, service }
}
