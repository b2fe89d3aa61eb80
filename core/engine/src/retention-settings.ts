import { Type } from 'typebox'

/** `retention`. */
export const RetentionSection = Type.Object(
  {
    days: Type.Integer({
      minimum: 8,
      default: 90,
      description: 'How long messages are kept, and what has no days of its own here.',
    }),
    incomingDays: Type.Optional(
      Type.Integer({
        minimum: 8,
        description: 'How long incoming messages are kept. Absent: as long as messages.',
        examples: [365],
      }),
    ),
    webhookDays: Type.Optional(
      Type.Integer({
        minimum: 8,
        description: 'How long webhooks and the attempts at them are kept. Absent: as long as messages.',
        examples: [14],
      }),
    ),
    textDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'How long the texts of messages, incoming messages and webhooks are kept; then they are removed, and all else stays until its own days are over. What is still on its way keeps its text. Absent: as long as the rest.',
        examples: [30],
      }),
    ),
    rangeDays: Type.Integer({
      minimum: 1,
      maximum: 90,
      default: 7,
      description:
        'Data is dropped in ranges of this length; shorter ranges are more exact and cost a little on every look-up.',
    }),
    uploadDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'How long uploads are kept after they were last worked on, with their rows.',
    }),
    requestDays: Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description:
        'How long requests of clients are kept for the developers’ page, without keys and passwords; never longer than `textDays`.',
    }),
    eventDays: Type.Integer({
      minimum: 1,
      maximum: 30,
      default: 3,
      description:
        'How long events are kept for modules that follow them (`EventLog`), and so how far back they can be replayed. Nothing is kept while no module does.',
    }),
    auditDays: Type.Integer({
      minimum: 30,
      default: 730,
      description: 'How long the audit log keeps who did what.',
    }),
    ledgerMonths: Type.Integer({
      minimum: 2,
      default: 25,
      description:
        'How many whole months the entries of the ledger are kept for what messages cost, never shorter than `days`. Their sums by day and what people changed by hand stay.',
    }),
    figureMonths: Type.Integer({
      minimum: 2,
      default: 37,
      description:
        'How many whole months the figures of reports are kept, by day. They stay when the messages themselves are gone.',
    }),
    contactAuditDays: Type.Integer({
      minimum: 30,
      default: 1827,
      description:
        'How long changes of contacts are kept that a later change replaced. The last one of a contact, and its last opt-out, stay.',
    }),
    archive: Type.Optional(
      Type.String({
        pattern: '^/',
        description:
          'Folder (an absolute path) into which messages and incoming messages are written, as compressed CSV, before they are removed. What cannot be written there is not removed. Nodes with the role cron should see the same one. Absent: nothing is kept.',
        examples: ['/var/lib/heliograph/archive'],
      }),
    ),
  },
  { additionalProperties: false },
)
