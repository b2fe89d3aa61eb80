import { type KeyUse, type MasterKeys, masterKeyId, type NodeKeys } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { generateMasterKey, keepRetiredKey, RETIRED, readKeptKeys, writeKeptKeys } from '../master-key.ts'
import { noteCommand } from '../note-commands.ts'
import { createOutput } from '../output.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** `master-key list`. */
export function listMasterKeys(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ masterKeys }, output) => {
    const found = await masterKeys.list()
    output.result(found, [...formatKeys(found.keys), ...formatNodes(found.nodes)])
  })
}

/** `master-key add`. */
export async function addMasterKey(terminal: Terminal, options: CommonOptions): Promise<void> {
  const settings = await loadSettings(options)
  const kept = await keptKeys(
    settings,
    'Make a key with: openssl rand -hex 32. Add it to security.otherMasterKeys on every node, and reload each.',
  )
  const key = generateMasterKey()
  await writeKeptKeys(settings.dataDir, [...kept, key])
  const id = masterKeyId(key)
  createOutput(terminal, options.json).result({ key: id }, [
    `The master key ${id} is in ${settings.dataDir.path}/master.key.`,
    `Next, on every node: heliograph reload. Then: heliograph master-key use ${id}`,
  ])
}

/** `master-key use`. */
export function useMasterKey(terminal: Terminal, id: string, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, settings) => {
    await engine.masterKeys.requireEverywhere(id)
    const kept = await keptKeys(
      settings,
      `Set security.masterKey to the key ${id}, and move the one before to security.otherMasterKeys, on every node.`,
    )
    const key = keyOf(kept, id)
    await writeKeptKeys(settings.dataDir, [key, ...kept.filter((other) => other !== key)])
    await note(engine, 'master-key-used', id)
    output.result({ key: id }, [
      `The master key ${id} seals from the next reload on.`,
      'Next, on every node: heliograph reload. Then: heliograph master-key reseal',
    ])
  })
}

/** `master-key reseal`. */
export function reseal(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, _settings, signal) => {
    const onProgress = (resealed: number) => output.progress(`${resealed} ...`)
    const { resealed, left } = await engine.masterKeys.reseal({ onProgress, signal })
    if (resealed > 0) await note(engine, 'master-key-resealed', '', { secrets: String(resealed) })
    if (left > 0) throw sealsLeft(resealed, left)
    output.result({ resealed, left }, [`${resealed} secrets were sealed again; none is left under another key.`])
  })
}

/** `master-key retire`. */
export function retireMasterKey(terminal: Terminal, id: string, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, settings) => {
    await engine.masterKeys.requireUnused(id)
    const kept = await keptKeys(
      settings,
      `Nothing needs the key ${id} any more: remove it from security.otherMasterKeys on every node, and reload each.`,
    )
    const key = keyOf(kept, id)
    const [first, ...others] = kept.filter((other) => other !== key)
    if (first === undefined) throw new Error('The key that seals is always in use.')
    // First, so that it is never nowhere.
    await keepRetiredKey(settings.dataDir, key)
    await writeKeptKeys(settings.dataDir, [first, ...others])
    await note(engine, 'master-key-retired', id)
    output.result({ key: id }, [
      `The master key ${id} is no longer in ${settings.dataDir.path}/master.key.`,
      'Next, on every node: heliograph reload.',
      `Backups from before need the key: it is in ${RETIRED} beside it, which you delete when they are gone.`,
    ])
  })
}

/** Throws, with what to do instead, when the keys are not kept in the data folder. */
async function keptKeys({ configuration, dataDir }: Settings, remedy: string): Promise<MasterKeys> {
  if (configuration.sections.security.masterKey !== undefined)
    throw new CommandError('master-key-configured', `The configuration has the master keys. ${remedy}`)
  const kept = await readKeptKeys(dataDir)
  if (kept === undefined)
    throw new CommandError('no-master-key', `${dataDir.path} has no master key yet: the first start makes one.`)
  return kept
}

function keyOf(keys: MasterKeys, id: string): Uint8Array {
  const key = keys.find((each) => masterKeyId(each) === id)
  if (key === undefined)
    throw new CommandError(
      'master-key-configured',
      `The master key ${id} is in security.otherMasterKeys, not in the data folder: change it in the configuration.`,
    )
  return key
}

function sealsLeft(resealed: number, left: number): CommandError {
  return new CommandError(
    'seals-left',
    `${resealed} secrets were sealed again, and ${left} are left under other keys. Make sure that all nodes were reloaded (heliograph master-key list), and run this again.`,
    { details: { resealed, left } },
  )
}

function note(
  engine: Parameters<typeof noteCommand>[0],
  action: string,
  id: string,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  return noteCommand(engine, { clientId: null, action, subject: `master key ${id}`.trim(), detail })
}

function formatKeys(keys: readonly KeyUse[]): readonly string[] {
  const useOf = ({ isHere, isCurrent }: KeyUse) => (isCurrent ? 'seals' : isHere ? 'opens' : 'is not here')
  return formatTable(
    ['key', 'secrets', 'here it'],
    keys.map((key) => [key.id, String(key.seals), useOf(key)]),
  )
}

function formatNodes(nodes: readonly NodeKeys[]): readonly string[] {
  if (nodes.length === 0) return ['', 'No node is alive.']
  const rows = nodes.map(({ name, keys: [first = '-', ...others] }) => [name, first, others.join(' ') || '-'])
  return ['', ...formatTable(['node', 'seals under', 'opens as well'], rows)]
}
