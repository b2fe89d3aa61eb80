import { readFile } from 'node:fs/promises'
import { type ConfigurationName, findInstallation } from '../installation.ts'
import { createOutput } from '../output.ts'
import type { Terminal } from '../terminal.ts'

export async function printConfiguration(terminal: Terminal, name: ConfigurationName, json: boolean): Promise<void> {
  const file = findInstallation().configurationFile(name)
  const text = await readFile(file, 'utf8')
  createOutput(terminal, json).result({ file, text }, text.trimEnd().split('\n'))
}
