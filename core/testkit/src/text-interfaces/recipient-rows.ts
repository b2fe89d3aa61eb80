import type { AdapterCase } from '../conformance/adapter-case.ts'
import { ELSEWHERE, sending, type TextInterface, THERE, texting } from './text-interface.ts'

/** How recipients may be written, and the outcome of each. */
export function recipientRows(wire: TextInterface): readonly AdapterCase[] {
  const [to = '', ...aliases] = wire.names.recipients
  const [text = ''] = wire.names.text
  const both = {
    status: 200,
    body: wire.answer([`1:${THERE}:PENDING`, `2:${ELSEWHERE}:PENDING`]),
    submitted: [{ to: THERE }, { to: ELSEWHERE }],
  }
  const one = { status: 200, body: wire.answer([`1:${THERE}:PENDING`]), submitted: [{ to: THERE, text: 'Hello' }] }
  const missing = { status: 200, body: wire.refusals.recipients }
  const list = (name: string, recipients: string): AdapterCase => ({
    name: `recipients: ${name}`,
    request: sending(wire, texting(wire, recipients)),
    expect: both,
  })
  const spelled = (spelling: string): AdapterCase => ({
    name: `recipients: '${spelling}' is ${THERE}`,
    request: sending(wire, texting(wire, spelling)),
    expect: one,
  })
  const refused = (spelling: string, shown = spelling): AdapterCase => ({
    name: `recipients: ${JSON.stringify(spelling)} beside a good one is ERROR`,
    request: sending(wire, texting(wire, `${THERE},${spelling}`)),
    expect: {
      status: 200,
      body: wire.answer([`1:${THERE}:PENDING`, `0:${shown}:ERROR`]),
      submitted: [{ to: THERE }],
    },
  })
  return [
    ...wire.methods.map((method): AdapterCase => {
      const request = sending(wire, texting(wire, THERE), method)
      return { name: `sends one text by ${method}`, request, expect: one }
    }),
    list('separated by comma', `${THERE},${ELSEWHERE}`),
    list('separated by semicolon', `${THERE};${ELSEWHERE}`),
    list('separated by line breaks', `${THERE}\r\n${ELSEWHERE}\n`),
    list('blanks and empty items are ignored', ` ,; ${THERE} ;,,\t${ELSEWHERE} ,`),
    {
      name: 'recipients: a repeated parameter is joined with commas',
      request: sending(wire, `${to}=${THERE}&${text}=Hello&${to}=${ELSEWHERE}`),
      expect: both,
    },
    {
      name: 'recipients: a number named twice gets two messages',
      request: sending(wire, texting(wire, `${THERE},+${THERE}`)),
      expect: {
        status: 200,
        body: wire.answer([`1:${THERE}:PENDING`, `2:${THERE}:PENDING`]),
        submitted: [{ to: THERE }, { to: THERE }],
      },
    },
    ...[
      '0821234567',
      '+27821234567',
      '0027821234567',
      '082-123-4567',
      '(082) 123 4567',
      '+27 (82) 123-4567',
      '82 123.4567',
    ].map(spelled),
    refused('not-a-number'),
    refused('12'),
    refused('082123456x'),
    refused('\u0660\u0668\u0662\u0661\u0662\u0663\u0664\u0665\u0666\u0667'),
    refused('082\u0000', '082\ufffd'),
    ...['', '+', '%2C%3B%0D%0A', '%20'].map((value): AdapterCase => {
      return {
        name: `recipients: '${value}' counts as absent`,
        request: sending(wire, `${to}=${value}&${text}=Hello`),
        expect: missing,
      }
    }),
    { name: 'recipients: missing', request: sending(wire, `${text}=Hello`), expect: missing },
    ...aliases.map((alias): AdapterCase => {
      return {
        name: `recipients: ${alias} is an alias of ${to}`,
        request: sending(wire, `${alias}=${THERE}&${text}=Hello`),
        expect: one,
      }
    }),
    ...aliases.map((alias, index): AdapterCase => {
      const before = wire.names.recipients[index] as string
      return {
        name: `recipients: ${before} goes before ${alias}, wherever it stands`,
        request: sending(wire, `${alias}=${ELSEWHERE}&${before}=${THERE}&${text}=Hello`),
        expect: one,
      }
    }),
    ...aliases.slice(0, 1).map((alias): AdapterCase => {
      return {
        name: `recipients: an empty ${to} leaves it to ${alias}`,
        request: sending(wire, `${to}=&${to}=+&${alias}=${THERE}&${text}=Hello`),
        expect: one,
      }
    }),
  ]
}
