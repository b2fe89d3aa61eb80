import type { Attack } from '../attack.ts'
import { bodyAttacks } from './bodies.ts'
import { framingAttacks } from './framing.ts'
import { guessAttacks } from './guesses.ts'
import { keyAttacks } from './keys.ts'
import { passwordAttacks } from './password-alone.ts'
import { strangerAttacks } from './strangers.ts'
import { webhookAttacks } from './webhooks.ts'
import { workAttacks } from './work.ts'

/** Every attack, in the order of the table. */
export const ATTACKS: readonly Attack[] = [
  ...passwordAttacks,
  ...keyAttacks,
  ...guessAttacks,
  ...bodyAttacks,
  ...workAttacks,
  ...framingAttacks,
  ...strangerAttacks,
  ...webhookAttacks,
]
