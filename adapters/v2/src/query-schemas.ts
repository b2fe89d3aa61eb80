import { DEFAULT_RECORDS, MAX_RECORDS } from '@heliograph/wire'
import { Type } from 'typebox'

/** How many records are wanted. */
export const limitParameter = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_RECORDS,
    default: DEFAULT_RECORDS,
    description: 'Maximum number of records.',
  }),
)

/** Where a page begins. */
export const beforeParameter = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Cursor: the `next` value of the previous page.' }),
)

/** Which bulk is meant. */
export const bulkIdParameter = Type.Optional(Type.String({ description: 'Id of the bulk.' }))
