import { spawnSync } from 'node:child_process'
import type { Program } from './program.ts'
import { codeBlock } from './readme-block.ts'
import { startScript } from './script.ts'

/** Debian's own Python comes first: it has Debian's packages, which another one in the PATH does not. */
const PYTHONS = ['/usr/bin/python3', 'python3']

const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import twilio']).status === 0)

/** Why tests with Python's library cannot run; false when they can. */
export const withoutPython = python === undefined && "Python's twilio is not installed (Debian package python3-twilio)"

/** Debian's python3-twilio. */
export async function openPythonTwilio(): Promise<Program> {
  const { ask, close } = startScript(python ?? 'python3', 'python-twilio.py', await codeBlock('python'))
  return { run: ask, close }
}
