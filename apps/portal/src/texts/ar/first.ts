import type { FirstTexts } from '../translation.ts'
import { fieldFaults } from './field-faults.ts'
import { fieldNames } from './field-names.ts'
import { logIn } from './log-in.ts'
import { problemCodes } from './problem-codes.ts'
import { problems } from './problems.ts'
import { remedies } from './remedies.ts'
import { shell } from './shell.ts'

export const texts: FirstTexts = {
  fieldFaults,
  fieldNames,
  logIn,
  problemCodes,
  problems,
  remedies,
  shell,
}
