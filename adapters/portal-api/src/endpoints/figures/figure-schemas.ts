import { FIGURE_DIVISIONS, FIGURE_STEPS } from '@heliograph/contracts'
import { Type } from 'typebox'
import { nullable } from '../../schemas.ts'

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description })

export const figureQuery = Type.Object({
  from: day('The first day, in UTC: `2026-01-31`.'),
  until: day('The day after the last.'),
  step: Type.Optional(Type.Enum([...FIGURE_STEPS], { description: 'Default day. Weeks begin on Monday.' })),
  by: Type.Optional(
    Type.Enum([...FIGURE_DIVISIONS], {
      description:
        'What to divide by. Figures of all clients cannot be divided by channel, user or campaign. By link and, for all clients, by client: for operators.',
    }),
  ),
  everyClient: Type.Optional(Type.Boolean({ description: 'For operators: the figures of all clients.' })),
})

const figureFields = {
  messages: Type.Integer({ description: 'Accepted in this time.' }),
  parts: Type.Integer(),
  ended: Type.Integer({ description: 'Of the messages; cancelled ones do not count.' }),
  delivered: Type.Integer(),
  deliveryRate: nullable(
    Type.Number(),
    'Share of the delivered among the ended ones, 0 to 1; null while none has ended.',
  ),
  cost: nullable(
    Type.String(),
    'A decimal: what they cost, less what was credited back. Null for all clients together.',
  ),
}

export const figuresSchema = Type.Object(figureFields, { title: 'Figures' })

const milliseconds = (description: string) => nullable(Type.Integer(), description)

const outcomeFields = {
  replies: Type.Integer({ description: 'SMS that came in meanwhile.' }),
  replyRate: nullable(Type.Number(), 'To each delivered message; null while none was.'),
  optOuts: nullable(
    Type.Integer(),
    'Contacts that opted out meanwhile; null for a user of one channel, because that concerns all of them.',
  ),
  optOutRate: nullable(Type.Number(), 'To each delivered message.'),
  handsetP50Ms: milliseconds('Half of the delivered messages took no longer than this, within a tenth.'),
  handsetP90Ms: milliseconds('Nine of ten took no longer.'),
}

/** Figures that are divided by nothing. */
export const wholeSchema = Type.Object({ ...figureFields, ...outcomeFields }, { title: 'WholeFigures' })

export const figureReportSchema = Type.Object(
  {
    currency: nullable(Type.String(), 'ISO 4217; null for all clients together.'),
    countedAt: nullable(
      Type.String({ format: 'date-time' }),
      'As of when; null: nothing of the period has been counted.',
    ),
    isComplete: Type.Boolean({ description: 'False: some of the period is still to be counted, as after an upgrade.' }),
    total: wholeSchema,
    before: Type.Object(
      { from: Type.String({ description: 'Its first day.' }), total: wholeSchema },
      { title: 'FiguresBefore', description: 'The period of the same length before it.' },
    ),
    steps: Type.Array(
      Type.Object(
        { at: Type.String({ description: 'Its first day.' }), ...figureFields, ...outcomeFields },
        { title: 'FigureStep' },
      ),
      {
        description: 'Oldest first; steps without messages are left out.',
      },
    ),
    divisions: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'The id, or the value itself.' }),
          name: nullable(Type.String(), 'For people; null: the key says it.'),
          ...figureFields,
        },
        { title: 'FigureDivision' },
      ),
      { description: 'Most messages first; empty when nothing was asked to divide by.' },
    ),
  },
  { title: 'FigureReport' },
)
