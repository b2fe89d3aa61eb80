import { execFile } from 'node:child_process'
import { placesOf } from '@heliograph/runtime'

/** Generous: reading a few files again takes far less. */
const TIMEOUT_MS = 10_000

/**
 * Adds the place of a syntax error to the stack of `error`. Node reports the place only when the error ends a process,
 * not to the code that imports a module. So a separate process imports `url` again and ends with the error; what it
 * prints goes on top of the stack. Nothing of the package runs there: the second import names an export that does not
 * exist, which Node detects after reading all files and before running any of them.
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
