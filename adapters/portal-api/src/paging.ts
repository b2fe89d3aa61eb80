import { Type } from 'typebox'

/**
 * How every list is read page by page: `cursor` in the query is `next` of the answer before; null there ends the list.
 * In which order a list goes, and what its cursor is made of, is its own matter.
 */
const description = 'The `next` value of the previous page.'

export const numberCursor = Type.Optional(Type.Integer({ minimum: 0, description }))

export const textCursor = (form: { readonly maxLength: number } | { readonly pattern: string }) =>
  Type.Optional(Type.String({ ...form, description }))

/** The most records that a page has, and how many it has unless the query says so. */
export const pageLimit = (most: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `Maximum number of records. Defaults to ${usual}.` }),
  )
