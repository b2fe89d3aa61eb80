import type { KeyedTextNames } from '@heliograph/wire'

/** The parameters of the interface. */
export const PARAMETERS = {
  key: ['key', 'password'],
  recipients: ['to', 'recipient', 'mobile', 'cellphone', 'number', 'telephone'],
  text: ['message', 'msg', 'text'],
  reference: ['ref', 'msg_ref'],
} as const satisfies KeyedTextNames
