import { FIGURE_DIVISIONS, FIGURE_STEPS } from '@heliograph/contracts'
import { Type } from 'typebox'
import { nullable } from '../../schemas.ts'

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })

export const figureQuery = Type.Object({
  from: day('First day, in UTC: `2026-01-31`.'),
  until: day('Day after the last one.'),
  step: Type.Optional(
    Type.Enum([...FIGURE_STEPS], { description: 'Interval of the report. Defaults to `day`. Weeks begin on Monday.' }),
  ),
  by: Type.Optional(
    Type.Enum([...FIGURE_DIVISIONS], {
      description:
        'What to group by. Reports on all clients cannot be grouped by channel, user or campaign. Only operators can group by link or, for all clients, by client.',
    }),
  ),
  everyClient: Type.Optional(Type.Boolean({ description: 'Include all clients. Operators only.' })),
})

const figureFields = {
  messages: Type.Integer({ description: 'Messages accepted in this period.' }),
  parts: Type.Integer(),
  ended: Type.Integer({ description: 'Messages in a final state, without cancelled ones.' }),
  delivered: Type.Integer(),
  deliveryRate: nullable(Type.Number(), 'Share of ended messages that were delivered, 0 to 1. Null if none has ended.'),
  cost: nullable(Type.String(), 'Cost less refunds. Decimal. Null for reports on all clients.'),
}

export const figuresSchema = Type.Object(figureFields, { title: 'Figures' })

const milliseconds = (description: string) => nullable(Type.Integer(), description)

const outcomeFields = {
  replies: Type.Integer({ description: 'SMS received in this period.' }),
  replyRate: nullable(Type.Number(), 'Replies for each delivered message. Null if none was delivered.'),
  optOuts: nullable(
    Type.Integer(),
    'Contacts that opted out in this period. Null for users limited to one channel, since opt-outs apply to all channels.',
  ),
  optOutRate: nullable(Type.Number(), 'Opt-outs for each delivered message. Null if none was delivered.'),
  handsetP50Ms: milliseconds('Median time to the handset, accurate to 10%.'),
  handsetP90Ms: milliseconds('90th percentile of the time to the handset.'),
}

/** Figures that are divided by nothing. */
export const wholeSchema = Type.Object({ ...figureFields, ...outcomeFields }, { title: 'WholeFigures' })

export const figureReportSchema = Type.Object(
  {
    currency: nullable(Type.String(), 'ISO 4217 currency code. Null for reports on all clients.'),
    countedAt: nullable(
      Type.String({ format: 'date-time' }),
      'When the messages were counted. Null if none of the period has been.',
    ),
    isComplete: Type.Boolean({
      description: 'Whether the whole period has been counted. False for a while after an upgrade.',
    }),
    total: wholeSchema,
    before: Type.Object(
      { from: Type.String({ description: 'First day of the period.' }), total: wholeSchema },
      { title: 'FiguresBefore', description: 'The preceding period of the same length.' },
    ),
    steps: Type.Array(
      Type.Object(
        { at: Type.String({ description: 'First day of the interval.' }), ...figureFields, ...outcomeFields },
        { title: 'FigureStep' },
      ),
      {
        description: 'Oldest first. Intervals without messages are left out.',
      },
    ),
    divisions: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'Id of the group, or its value.' }),
          name: nullable(Type.String(), 'Display name. Null if the key is the name.'),
          ...figureFields,
        },
        { title: 'FigureDivision' },
      ),
      { description: 'Groups with the most messages first. Empty if `by` was omitted.' },
    ),
  },
  { title: 'FigureReport' },
)
