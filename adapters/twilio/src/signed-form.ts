import type { ReceiptRequest } from '@heliograph/contracts'

/**
 * A POST of a form with the signature over the URL and all fields, each name followed by its value, in the order of
 * their names.
 */
export function signedForm(target: string, fields: Readonly<Record<string, string>>): ReceiptRequest {
  // As validators write it, which parse the URL that they were called by.
  const url = new URL(target).toString()
  const names = Object.keys(fields).sort()
  return {
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(fields).toString(),
    signature: {
      header: 'X-Twilio-Signature',
      algorithm: 'sha1',
      encoding: 'base64',
      text: url + names.map((name) => name + fields[name]).join(''),
    },
  }
}
