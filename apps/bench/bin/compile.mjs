// Compiles the bench and the gateway that it measures when a source has changed; the build is cached.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const turbo = ['turbo', 'run', 'build', '--filter=@heliograph/bench...', '--output-logs=errors-only']
const inPnpm = process.env.npm_config_user_agent?.startsWith('pnpm/')
const [command, ...args] = inPnpm ? ['pnpm', 'exec', ...turbo] : ['npx', '-y', 'pnpm@12', 'exec', ...turbo]
const { status, stdout, stderr, error } = spawnSync(command, args, {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
})
if (status !== 0) {
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}\nThe bench could not be compiled; see above.\n`)
  process.exit(1)
}
