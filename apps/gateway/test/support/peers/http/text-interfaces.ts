import type { ClientAnswer, FieldFormat, Fields } from './request.ts'

/** The demo's user. */
export interface Login {
  readonly key: string
  readonly email: string
  readonly clientId: string
}

export interface Text {
  readonly to: readonly string[]
  readonly text: string
  /** The charset of the octets, for interfaces that take it in a parameter. */
  readonly charset: string | undefined
}

/** An interface that takes a text and its recipients. */
export interface TextInterface {
  readonly name: string
  readonly path: string
  readonly formats: readonly FieldFormat[]
  readonly headers?: (login: Login) => Readonly<Record<string, string>>
  readonly fields: (login: Login, text: Text) => Fields
  /** Whether an answer says that all recipients were accepted; when absent, decided by their statuses. */
  readonly isAccepted?: (answer: ClientAnswer) => boolean
}

const keyHeader = ({ key }: Login) => ({ 'X-API-Key': key })

export const TEXT_INTERFACES: readonly TextInterface[] = [
  {
    name: 'basic',
    path: '/api/http/main.ashx',
    formats: ['query', 'form'],
    headers: keyHeader,
    fields: (_, { to, text }) => ({ to, msg: text }),
  },
  {
    name: 'accounting',
    path: '/api/http/accounting/business/main.ashx',
    formats: ['json'],
    headers: keyHeader,
    fields: (_, { to, text }) => ({ to, message: text }),
  },
  {
    name: 'desktop',
    path: '/api/http/accounting/desktop/main.ashx',
    formats: ['query', 'form'],
    fields: ({ key }, { to, text }) => ({ key, to, message: text }),
  },
  {
    name: 'legacy',
    path: '/api/legacybatch/batchmessage.aspx',
    formats: ['form'],
    fields: ({ key }, { to, text }) => ({ User: 'jo', Password: key, Numbers: to, Message: text }),
  },
  {
    name: 'erp-a',
    path: '/api/http/ErpAConnect.ashx',
    formats: ['query'],
    fields: ({ key, clientId }, { to, text }) => ({
      account: clientId,
      password: key,
      recipient_addr: to,
      message: text,
    }),
  },
  {
    name: 'erp-b',
    path: '/api/http/erp-b/main.ashx',
    formats: ['query', 'form', 'json'],
    fields: ({ key }, { to, text }) => ({ apikey: key, number: to, message: text }),
  },
  {
    name: 'kannel-sendsms',
    path: '/cgi-bin/sendsms',
    formats: ['query', 'form'],
    // It takes the first of a repeated parameter, so all recipients go into one, separated by spaces.
    fields: ({ key, email }, { to, text, charset }) => ({
      username: email,
      password: key,
      to: to.join(' '),
      text,
      ...(charset !== undefined && { charset }),
    }),
    isAccepted: ({ status, text }) => status === 202 && text === '0: Accepted for delivery',
  },
]

/** Whether the answer has PENDING for each recipient. */
export function areAllPending({ status, text }: ClientAnswer, recipients: number): boolean {
  return status === 200 && text.match(/\bPENDING\b/g)?.length === recipients
}
