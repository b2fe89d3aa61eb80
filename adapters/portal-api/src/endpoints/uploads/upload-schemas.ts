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
import { deliveryWindowSchema, formatDeliveryWindow } from '../sending/delivery-window.ts'
import { speedLimitSchema } from '../sending/speed-limit.ts'

const uploadStateSchema = Type.Enum([...UPLOAD_STATES], { title: 'UploadState' })

export const uploadProblemSchema = Type.Enum([...UPLOAD_PROBLEMS], { title: 'UploadProblem' })

const planFields = {
  hasHeader: Type.Boolean({ description: 'Whether the first row is a header.' }),
  numberColumn: Type.Integer({ minimum: 0, description: 'Column with the numbers, from 0.' }),
  text: Type.String({
    description:
      'Text of the messages. `{1}` stands for the first column, `{town}` for the column of that name or, if there is none, the contact field. `{town|here}` falls back to `here` if empty. Write `{{` and `}}` for braces.',
  }),
  from: Type.Optional(
    Type.String({ description: 'Address of the channel to send from. Defaults to your default channel.' }),
  ),
  flash: Type.Optional(
    Type.Boolean({ description: 'Whether to display the message immediately, without the handset storing it.' }),
  ),
  comparison: Type.Optional(
    Type.Object(
      {
        text: Type.String({ description: 'The second text.' }),
        percent: Type.Integer({
          minimum: 1,
          maximum: 99,
          description: 'Percentage of the recipients who get the second text.',
        }),
        seed: Type.Optional(
          Type.String({
            maxLength: 200,
            description:
              'Seed that, with the number, decides which text a recipient gets. Defaults to a value unique to the upload.',
          }),
        ),
      },
      {
        title: 'TextComparison',
        additionalProperties: false,
        description: 'A second text to compare. The reference of a message is `A`, or `B` for this text.',
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
      'Error code for which sending was paused, such as `no-credit`. Null if it was not.',
    ),
    userId: Type.Integer({ description: 'Id of the user who created the upload.' }),
    octets: Type.Integer({ description: 'Size of the file in bytes.' }),
    received: Type.Integer({ description: 'Bytes received so far: the offset of the next chunk.' }),
    rows: Type.Integer({ description: 'Rows received so far, including a header.' }),
    keptOctets: Type.Integer({
      description:
        'Bytes of the rows that are stored, which count towards the storage limit of the client. 0 once they are deleted.',
    }),
    plan: nullable(uploadPlanSchema, 'Null until it is set.'),
    checked: Type.Integer({ description: 'Rows validated so far.' }),
    messages: Type.Integer({ description: 'Valid rows so far.' }),
    parts: Type.Integer({ description: 'SMS parts of the valid rows.' }),
    price: moneySchema,
    problems: Type.Partial(
      Type.Object(Object.fromEntries(UPLOAD_PROBLEMS.map((problem) => [problem, Type.Integer()]))),
      { description: 'Number of rejected rows, by reason.' },
    ),
    submitted: Type.Integer(),
    accepted: Type.Integer({ description: 'Submitted messages that were accepted.' }),
    bulkId: Type.String({ description: 'Id shared by its messages.' }),
    sendAt: nullable(timeSchema('When to send.'), 'Null for at once.'),
    deliveryWindow: nullable(deliveryWindowSchema, 'Null if its messages may be sent at any time.'),
    speedLimit: nullable(speedLimitSchema, 'Null if its messages are sent as fast as possible.'),
    createdAt: timeSchema('When the upload was created.'),
    startedAt: nullable(timeSchema('When sending was started.')),
    endedAt: nullable(timeSchema('When it completed or was cancelled.')),
  },
  { title: 'Upload' },
)

export const uploadRowSchema = Type.Object(
  {
    row: Type.Integer({ description: 'Row number, from 1. A header counts.' }),
    cells: nullable(Type.Array(Type.String()), 'Null if the row could not be parsed.'),
    to: nullable(Type.String(), 'Recipient in E.164 digits. Null if there is no number.'),
    text: Type.String({ description: 'Text as it will arrive.' }),
    encoding: Type.Enum(['gsm', 'ucs2']),
    parts: Type.Integer(),
    problem: nullable(uploadProblemSchema, 'Why the row is rejected. Null if it is valid.'),
  },
  { title: 'UploadRow' },
)

export function formatUpload(upload: UploadRecord): Static<typeof uploadSchema> {
  const { separator: _, createdAt, startedAt, endedAt, plan, sendAt, deliveryWindow, ...rest } = upload
  return {
    ...rest,
    plan: plan && formatPlan(plan),
    sendAt: sendAt?.toISOString() ?? null,
    deliveryWindow: formatDeliveryWindow(deliveryWindow),
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
