// Copies the repository's configurations into the published package.
import { cpSync } from 'node:fs'

cpSync(new URL('../../../configs/gateway', import.meta.url), new URL('../dist/configurations', import.meta.url), {
  recursive: true,
})
