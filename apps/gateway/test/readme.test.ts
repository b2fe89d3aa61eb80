import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { AdapterModule } from '@heliograph/contracts'
import { checkGeneratedBlocks, code, renderTable } from '@heliograph/testkit'
import type { Command, Option } from 'commander'
import { createProgram } from '../src/cli.ts'
import { createCommand } from '../src/common-options.ts'
import { FINDING_KINDS } from '../src/doctor/diagnose.ts'
import { RELOADABLE } from '../src/reload/reloadable.ts'
import { CUT_OFF_MS, PROMISED_STOP_SECONDS, STOP_STEPS } from '../src/stop-times.ts'

const README = new URL('../README.md', import.meta.url)

test('the README lists the commands and options there are', async () => {
  const program = createProgram({ out: () => undefined, err: () => undefined }, false)
  const common = createCommand('any', '').options
  const commonNames = new Set(common.map((option) => option.long))
  const own = (command: Command) => command.options.filter((option) => !commonNames.has(option.long))
  const rows = program.commands
    .flatMap((command) => leaves(command, ''))
    .map(({ name, command }) => [
      code(`${name}${argumentsOf(command)}`),
      command.description(),
      own(command).map(describeOption).join('<br>'),
    ])
  await checkGeneratedBlocks(README, {
    commands: renderTable(['Command', 'What it does', 'Options'], rows),
    common: renderTable(
      ['Option', 'Meaning'],
      common.map((option) => [code(option.flags), describeCommon(option)]),
    ),
    stop: describeStop(),
    reload: await describeReload(),
    doctor: describeFindings(),
  })
})

function describeFindings(): string {
  const rows = FINDING_KINDS.map(({ id, severity, meaning, remedy }) => [code(id), severity, meaning, remedy])
  return renderTable(['Finding', 'Severity', 'What is wrong', 'Remedy'], rows)
}

async function describeReload(): Promise<string> {
  const sections = RELOADABLE.map(({ path, effect }) => [code(path), effect])
  const files = ['certificate files of `http.tls` and `listeners.<name>.tls`', 'new connections']
  const webhooks = ['`webhookTls`, its files included', 'new connections of webhooks']
  const keys = ['`security`, and `master.key` in the data folder', 'what is sealed and opened from then on']
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const names = Object.keys(dependencies).filter((name) => /\/(adapter|carrier)-/.test(name))
  const modules = await Promise.all(names.map(async (name) => (await import(name)).default as AdapterModule))
  const instances = modules.flatMap(({ kind, id, liveKeys = [] }) =>
    liveKeys.length === 0 ? [] : [[`${liveKeys.map(code).join(', ')} of ${kind} ${id}`, 'what comes from then on']],
  )
  return renderTable(['Changed', 'holds for'], [...sections, keys, files, webhooks, ...instances])
}

function describeStop(): string {
  const seconds = (ms: number) => `${ms / 1000} s`
  const rows = Object.values(STOP_STEPS).map(({ meaning, byMs }) => [meaning, seconds(byMs)])
  const last = ['what is still open is cut off, with exit code 1', seconds(CUT_OFF_MS)]
  const promise = `A stop takes at most ${PROMISED_STOP_SECONDS} seconds, counted from the end of the delay:`
  return `${promise}\n\n${renderTable(['Part', 'ends by'], [...rows, last])}`
}

interface Leaf {
  readonly name: string
  readonly command: Command
}

function leaves(command: Command, prefix: string): readonly Leaf[] {
  const name = `${prefix}${command.name()}`
  if (command.commands.length === 0) return [{ name, command }]
  return command.commands.flatMap((child) => leaves(child, `${name} `))
}

function argumentsOf(command: Command): string {
  return command.registeredArguments.map((each) => ` ${each.argChoices?.join('|') ?? `<${each.name()}>`}`).join('')
}

function describeOption(option: Option): string {
  return `${code(option.flags)} ${option.mandatory ? '(required) ' : ''}${option.description}`
}

function describeCommon({ description, envVar }: Option): string {
  return envVar === undefined ? description : `${description}; also by ${code(envVar)} in the environment`
}
