import { pluralsOf } from '../../language/plurals.ts'

export const plural = pluralsOf('de')
