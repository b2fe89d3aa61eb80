import {
  GatewayError,
  type TextComparison,
  UPLOAD_PROBLEMS,
  UPLOAD_STATES,
  type UploadPlan,
  type UploadRecord,
} from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { moneySchema, nullable, timeSchema } from '../../schemas.ts'

export const uploadStateSchema = Type.Enum([...UPLOAD_STATES], { title: 'UploadState' })

export const uploadProblemSchema = Type.Enum([...UPLOAD_PROBLEMS], { title: 'UploadProblem' })

const planFields = {
  hasHeader: Type.Boolean({ description: 'The first row holds the names of the columns and is no message.' }),
  numberColumn: Type.Integer({ minimum: 0, description: 'The column with the numbers, from 0.' }),
  text: Type.String({
    description:
      'The text: `{1}` stands for the first column, `{town}` for the one of that name or, without one, for the field of the contact; `{town|here}` is `here` where the value is empty; `{{` and `}}` are braces.',
  }),
  from: Type.Optional(Type.String({ description: 'Address of the channel; absent: the default.' })),
  flash: Type.Optional(Type.Boolean({ description: 'Shown at once and not stored by the handset.' })),
  comparison: Type.Optional(
    Type.Object(
      {
        text: Type.String({ description: 'The second text.' }),
        percent: Type.Integer({ minimum: 1, maximum: 99, description: 'The share of the numbers that get it.' }),
        seed: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'Decides, together with a number, which text it gets; absent: a value of the upload.',
          }),
        ),
      },
      {
        title: 'TextComparison',
        additionalProperties: false,
        description: 'A second text to compare: the reference of a message is `A`, or `B` for this one.',
      },
    ),
  ),
}

export const uploadPlanSchema = Type.Object(planFields, { title: 'UploadPlan', additionalProperties: false })

export const uploadSchema = Type.Object(
  {
    uploadId: Type.Integer(),
    name: Type.String(),
    state: uploadStateSchema,
    pausedBecause: nullable(
      Type.String(),
      'Why it stopped by itself: the code of an error, `no-credit` for instance. Null: it did not.',
    ),
    userId: Type.Integer({ description: 'Who brought it.' }),
    octets: Type.Integer({ description: 'Of the whole file.' }),
    received: Type.Integer({ description: 'Octets that have come: where the next piece begins.' }),
    rows: Type.Integer({ description: 'Rows that have come, a header among them.' }),
    keptOctets: Type.Integer({
      description: 'Octets of those that are kept, which count towards what the client may keep. 0: they are gone.',
    }),
    plan: nullable(uploadPlanSchema, 'Null before it was told.'),
    checked: Type.Integer({ description: 'Rows that have been looked at.' }),
    messages: Type.Integer({ description: 'Rows that can be sent, as far as they were looked at.' }),
    parts: Type.Integer({ description: 'SMS parts that they need.' }),
    price: moneySchema,
    problems: Type.Partial(
      Type.Object(Object.fromEntries(UPLOAD_PROBLEMS.map((problem) => [problem, Type.Integer()]))),
      { description: 'How many rows are left out, by why.' },
    ),
    submitted: Type.Integer(),
    accepted: Type.Integer({ description: 'Of those that were submitted.' }),
    bulkId: Type.String({ description: 'Groups its messages.' }),
    sendAt: nullable(timeSchema('When it is to be sent.'), 'Null: at once.'),
    createdAt: timeSchema('When it was begun.'),
    startedAt: nullable(timeSchema('When it was started.')),
    endedAt: nullable(timeSchema('When it was done or cancelled.')),
  },
  { title: 'Upload' },
)

export const uploadRowSchema = Type.Object(
  {
    row: Type.Integer({ description: 'From 1; a header is a row too.' }),
    cells: nullable(Type.Array(Type.String()), 'Null: the row could not be read.'),
    to: nullable(Type.String(), 'E.164 digits; null: there is no number.'),
    text: Type.String({ description: 'As it will arrive.' }),
    encoding: Type.Enum(['gsm', 'ucs2']),
    parts: Type.Integer(),
    problem: nullable(uploadProblemSchema, 'Why it is left out.'),
  },
  { title: 'UploadRow' },
)

export function formatUpload(upload: UploadRecord): Static<typeof uploadSchema> {
  const { separator: _, createdAt, startedAt, endedAt, plan, sendAt, ...rest } = upload
  return {
    ...rest,
    plan: plan && formatPlan(plan),
    sendAt: sendAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function formatPlan({ from, flash, comparison, ...plan }: UploadPlan): Static<typeof uploadPlanSchema> {
  return {
    ...plan,
    ...(from !== undefined && { from }),
    ...(flash !== undefined && { flash }),
    ...(comparison !== undefined && { comparison: formatComparison(comparison) }),
  }
}

function formatComparison({ seed, ...rest }: TextComparison) {
  return { ...rest, ...(seed !== undefined && { seed }) }
}

/** Throws `not-found`/`upload-not-found` where there is none. */
export function requireUpload(upload: UploadRecord | undefined): UploadRecord {
  if (upload === undefined) throw new GatewayError('not-found', 'upload-not-found', 'There is no such upload')
  return upload
}
