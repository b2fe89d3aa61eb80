import { execFile } from 'node:child_process'
import { placesOf } from '@heliograph/runtime'

/** Reading some files again takes far less. */
const TIMEOUT_MS = 10_000

/**
 * Node tells the place of a syntax error only when a process ends of it, and not to what imports a module. So a process of its own reads `url` once more and ends
 * of it; what it says goes on top of the stack of `error`. Nothing of the package runs there: the second import is of a name that does not exist, which is found out
 * when all files have been read and before any of them runs.
 */
export async function withSyntaxErrorPlace(error: SyntaxError, url: URL, conditions: readonly string[]): Promise<void> {
  if (placesOf(error).length > 0) return
  const program = `import ${JSON.stringify(url.href)}; import { none } from 'data:text/javascript,'`
  const args = [...conditions.map((name) => `--conditions=${name}`), '--input-type=module', '--eval', program]
  const said = await new Promise<string>((resolve) => {
    const { PATH = '' } = process.env
    execFile(process.execPath, args, { env: { PATH }, timeout: TIMEOUT_MS, windowsHide: true }, (_, __, stderr) =>
      resolve(stderr),
    )
  })
  const end = said.indexOf(`SyntaxError: ${error.message}`)
  if (end > 0) error.stack = `${said.slice(0, end)}${error.stack}`
}
