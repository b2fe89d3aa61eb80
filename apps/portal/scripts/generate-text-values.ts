/** Writes the names of the values in texts to src/language/text-values.ts. */
import { writeFileSync } from 'node:fs'
import { printTextValues, TEXT_VALUES } from './print-text-values.ts'

writeFileSync(TEXT_VALUES, printTextValues())
