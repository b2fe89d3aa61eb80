// Writes the bill of materials of a release (sbom.cdx.json, CycloneDX) and the licences in it (LICENCES.txt).
// Usage: write-bill.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatLicences } from './bill.mjs'
import { readBill } from './read-bill.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: write-bill.mjs FOLDER')
const bill = readBill()
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)
writeFileSync(join(folder, 'LICENCES.txt'), formatLicences(bill))
