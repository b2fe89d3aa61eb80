// Copies the corrected driver as it is installed here, so that the published package needs neither the patch nor the
// package that is patched.
// Usage: copy-driver.mjs [folder]; default: dist.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const target = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url))
const driver = dirname(dirname(fileURLToPath(import.meta.resolve('postgres'))))

rmSync(target, { recursive: true, force: true })
cpSync(join(driver, 'src'), target, { recursive: true })

// Upstream's types describe the CommonJS form.
const types = readFileSync(join(driver, 'types/index.d.ts'), 'utf8')
writeFileSync(join(target, 'index.d.ts'), types.replace('\nexport = postgres;', '\nexport default postgres;'))
