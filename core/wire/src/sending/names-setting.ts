import { Type } from 'typebox'

/** A setting with which an operator renames a parameter of an interface. */
export function namesSetting(meaning: string, names: readonly string[]) {
  return Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    default: [...names],
    description: `${meaning} Names in any letter case; the first that is not empty counts.`,
  })
}
