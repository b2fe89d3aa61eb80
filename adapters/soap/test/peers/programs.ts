import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Peer } from './steps.ts'

/** Debian's own Python comes first: it has Debian's packages, which another one in the PATH does not. */
const PYTHONS = ['/usr/bin/python3', 'python3']

const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import zeep']).status === 0)

/** Why tests with zeep cannot run; false when they can. */
export const withoutZeep = python === undefined && "Python's zeep is not installed (Debian package python3-zeep)"

/** Why tests with PHP's SoapClient cannot run; false when they can. */
export const withoutPhp =
  spawnSync('php', ['-r', 'exit(class_exists("SoapClient") ? 0 : 1);']).status !== 0 &&
  "PHP's SoapClient is not installed (Debian packages php-cli, php-soap)"

/** Python's zeep. */
export const zeep: Peer = (wsdl, steps) => runScript(python ?? 'python3', 'zeep-client.py', { wsdl, steps })

/** PHP's SoapClient. */
export const php: Peer = (wsdl, steps) => runScript('php', 'soap-client.php', { wsdl, steps })

/** Runs a script of this folder with `order` as its input; resolves with the JSON it writes. */
async function runScript(program: string, script: string, order: object): Promise<Awaited<ReturnType<Peer>>> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(program, [path], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(order))
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${program} ended with code ${code}: ${complaints}${output}`)
  return JSON.parse(output)
}
