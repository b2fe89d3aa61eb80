// Puts the configurations of the repository into what is published.
import { cpSync } from 'node:fs'

cpSync(new URL('../../../configs/gateway', import.meta.url), new URL('../dist/configurations', import.meta.url), {
  recursive: true,
})
