import { Type } from 'typebox'
import { tonAndNpi } from './connection-config.ts'

const coding = (value: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 255, default: value, description })

const DataCodingSchema = Type.Object(
  {
    text: coding(0, 'For text in the alphabet of the link.'),
    ucs2: coding(8, 'For UCS-2 text.'),
    binary: coding(4, 'For octets.'),
    flashText: coding(0x10, 'For flash text in the alphabet of the link.'),
    flashUcs2: coding(0x18, 'For flash text in UCS-2.'),
  },
  { additionalProperties: false, default: {}, description: 'data_coding by what a message holds.' },
)

const SenderSchema = Type.Object(
  {
    alphanumeric: tonAndNpi(5, 0, 'Senders that are text.'),
    short: tonAndNpi(3, 0, 'Short codes: digits, up to `shortDigits`.'),
    international: tonAndNpi(1, 1, 'Longer senders of digits.'),
    shortDigits: Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 8,
      description: 'Senders of so many digits or fewer are short codes.',
    }),
    plus: Type.Boolean({ default: false, description: 'Write + before international senders.' }),
  },
  { additionalProperties: false, default: {}, description: 'How senders are written.' },
)

const RecipientSchema = Type.Object(
  {
    ton: Type.Integer({ minimum: 0, maximum: 7, default: 1, description: 'Type of number.' }),
    npi: Type.Integer({ minimum: 0, maximum: 18, default: 1, description: 'Numbering plan.' }),
    prefix: Type.Union([Type.Literal(''), Type.Literal('+'), Type.Literal('00')], {
      default: '',
      description: 'Written before the digits.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'How recipients are written.' },
)

const STATUS_CLASSES = ['message', 'destination', 'route', 'link', 'throttled', 'try-later'] as const

/** The meaning of a command_status for the message. */
export type StatusClass = (typeof STATUS_CLASSES)[number]

const StatusClassSchema = Type.Union(
  STATUS_CLASSES.map((name) => Type.Literal(name)),
  { description: 'What it means for the message.' },
)

/** How messages are written for the SMSC, and how its answers and receipts are read. */
export const messageFields = {
  longMessages: Type.Union([Type.Literal('udh'), Type.Literal('udh16'), Type.Literal('sar'), Type.Literal('payload')], {
    default: 'udh',
    description:
      'How long texts go out: parts with a header with an 8-bit or 16-bit reference, parts with SAR parameters, or whole in message_payload.',
  }),
  alphabet: Type.Union([Type.Literal('gsm'), Type.Literal('latin1'), Type.Literal('ascii')], {
    default: 'gsm',
    description:
      'Octets that ordinary text is written in: GSM 03.38 unpacked, ISO 8859-1 or ASCII. What the alphabet lacks becomes `?`.',
  }),
  dataCoding: DataCodingSchema,
  sender: SenderSchema,
  recipient: RecipientSchema,
  serviceType: Type.String({ maxLength: 5, default: '', description: 'service_type of every submit_sm.' }),
  receipts: Type.Union([Type.Literal('all'), Type.Literal('first'), Type.Literal('last'), Type.Literal('none')], {
    default: 'all',
    description:
      'The parts of a long message for which a receipt is asked. `none`: a message is final once the SMSC has taken it.',
  }),
  validity: Type.Union([Type.Literal('none'), Type.Literal('relative'), Type.Literal('absolute')], {
    default: 'none',
    description: 'Whether and how the rest of the validity is passed on to the SMSC.',
  }),
  idFormat: Type.Union([Type.Literal('auto'), Type.Literal('string'), Type.Literal('hex'), Type.Literal('decimal')], {
    default: 'auto',
    description:
      'How ids in receipts are written: as in the answers (`string`), or in hexadecimal or decimal where the answers have the other. `auto` finds out.',
  }),
  utcOffsetMinutes: Type.Integer({
    minimum: -720,
    maximum: 840,
    default: 0,
    description: 'How far the clock in the receipts of the SMSC is ahead of UTC.',
  }),
  errorCodes: Type.Union([Type.Literal('none'), Type.Literal('registry')], {
    default: 'none',
    description:
      "What `err:` in receipts means: the SMSC's own business, or ids of the error registry, whose first 36 are the codes of mobile networks (MAP).",
  }),
  errors: Type.Record(
    Type.String({ pattern: '^[0-9A-Za-z]{1,10}$' }),
    Type.Integer({ minimum: 0, maximum: 65_535, description: 'Id in the error registry.' }),
    {
      default: {},
      description: 'Ids of the error registry by the `err:` codes of the SMSC; goes before `errorCodes`.',
    },
  ),
  statuses: Type.Record(Type.String({ pattern: '^(0x[0-9A-Fa-f]{1,8}|[0-9]{1,10})$' }), StatusClassSchema, {
    default: {},
    description: 'What answers to submit_sm mean where it differs from the table below, by command_status.',
    examples: [{ '0x45': 'destination' }],
  }),
  otherStatuses: Type.Union(
    STATUS_CLASSES.map((name) => Type.Literal(name)),
    { default: 'route', description: 'The meaning of all answers that are in neither table.' },
  ),
}
