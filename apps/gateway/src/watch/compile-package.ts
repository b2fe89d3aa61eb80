import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CommandError } from '../command-error.ts'
import { readManifest } from '../nearest-package.ts'

/** The command that compiles a package: `scripts.build` of its manifest. Throws `CommandError` when there is none. */
export function buildScriptOf(folder: string): string {
  const { scripts } = readManifest(folder)
  const build = typeof scripts === 'object' && scripts !== null && 'build' in scripts ? scripts.build : undefined
  if (typeof build === 'string') return build
  throw new CommandError('not-a-package', `--watch ${folder}: there is no package.json with a script "build" in it.`)
}

/**
 * Compiles the package in a folder. Resolves with what the compiler says when it fails, else with undefined. Runs the
 * script as npm does, which would itself take a third of a second to start.
 */
export async function compilePackage(folder: string): Promise<string | undefined> {
  const path = [...programFolders(folder), process.env.PATH].join(delimiter)
  const child = spawn(buildScriptOf(folder), {
    cwd: folder,
    shell: true,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return code === 0 ? undefined : `${output}${errors}`.trim() || `The script "build" ended with code ${code}.`
}

/** Where the programs of its dependencies are. */
function programFolders(folder: string): readonly string[] {
  const above = dirname(folder)
  return [join(folder, 'node_modules/.bin'), ...(above === folder ? [] : programFolders(above))]
}
