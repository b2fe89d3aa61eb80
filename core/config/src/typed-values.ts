import type { TObject } from 'typebox'
import { type Objection, objectionTo } from './constraint.ts'
import { allowedValues, leafTypes, type SchemaView, viewOf } from './schema-view.ts'

/** A value that is typed on a command line, as a schema describes it. */
export interface TypedValue {
  /** Its property in the schema. */
  readonly name: string
  /** `max-points` for the property `maxPoints`. */
  readonly option: string
  readonly isPositional: boolean
  /** True or false, by being typed or not. */
  readonly isSwitch: boolean
  readonly isRequired: boolean
  readonly choices: readonly string[] | undefined
  readonly default: unknown
  readonly description: string
  /** Reads what was typed. */
  read(text: string): { readonly value: unknown } | Objection
}

/** What a command takes: its schema, and the properties of that which are typed without their name. */
export interface TypedValuesSchema {
  readonly values: TObject
  readonly positional?: readonly string[] | undefined
}

/** The values of a command: the positional ones first and in their order, then the others in the schema's. */
export function describeTypedValues({ values, positional = [] }: TypedValuesSchema): readonly TypedValue[] {
  const { properties = {}, required = [] } = viewOf(values)
  const names = [...positional, ...Object.keys(properties).filter((name) => !positional.includes(name))]
  return names.flatMap((name) => {
    const schema = properties[name]
    return schema === undefined ? [] : [describe(name, schema, positional.includes(name), required.includes(name))]
  })
}

function describe(name: string, schema: SchemaView, isPositional: boolean, isRequired: boolean): TypedValue {
  return {
    name,
    option: optionOf(name),
    isPositional,
    isSwitch: schema.type === 'boolean',
    isRequired: isRequired && schema.default === undefined,
    choices: schema.type === 'boolean' ? undefined : allowedValues(schema)?.map(String),
    default: schema.default,
    description: schema.description ?? '',
    read: (text) => read(schema, text),
  }
}

function optionOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function read(schema: SchemaView, text: string): { readonly value: unknown } | Objection {
  const isNumber = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) && !leafTypes(schema).includes('string')
  const value = isNumber ? Number(text) : text
  return objectionTo(schema, value) ?? { value }
}
