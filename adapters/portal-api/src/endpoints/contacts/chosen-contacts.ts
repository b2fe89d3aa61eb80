import { type ContactRecord, GatewayError, ROLES } from '@heliograph/contracts'
import { exportContacts } from '@heliograph/wire'
import { Type } from 'typebox'
import { countOf } from '../../count-of.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { timeSchema } from '../../schemas.ts'
import { csvAnswer } from './contact-lists.ts'
import { statusSchema } from './contact-schemas.ts'

const MOST = 500

const mobile = Type.String({ maxLength: 40 })
const mobiles = Type.Array(mobile, { minItems: 1, maxItems: MOST })

const changes = Type.Array(
  Type.Object(
    { mobile, changedAt: timeSchema('When the status changed. Pass it back to undo the change.') },
    { title: 'ChosenStatus' },
  ),
  { maxItems: MOST },
)

const setStatuses = defineEndpoint({
  method: 'POST',
  path: '/contacts/status',
  id: 'setContactStatuses',
  summary: 'Opt selected contacts out or in. Safe to retry',
  roles: ROLES,
  body: Type.Object({ mobiles, status: statusSchema }, { additionalProperties: false, title: 'StatusesChange' }),
  answer: Type.Object(
    { changes: { ...changes, description: 'Contacts whose status changed. Those that already had it are left out.' } },
    { title: 'StatusesChanged' },
  ),
  act: {
    action: 'contact-status-set',
    by: 'operator',
    subject: (_, answer) => countOf(answer.changes.length, 'contact'),
  },
  async handle({ services }, { principal, body }) {
    const changed: { mobile: string; changedAt: string }[] = []
    for (const each of body.mobiles) {
      const { changed: isNew, subscription } = await services.contacts.setStatus(principal, each, body.status)
      if (isNew) changed.push({ mobile: each, changedAt: subscription.changedAt.toISOString() })
    }
    return { changes: changed }
  },
})

const undoStatuses = defineEndpoint({
  method: 'POST',
  path: '/contacts/undo',
  id: 'undoContactStatuses',
  summary: 'Undo status changes of several contacts. Later changes are kept',
  roles: ROLES,
  body: Type.Object({ changes }, { additionalProperties: false, title: 'StatusesUndo' }),
  answer: Type.Object({ undone: Type.Integer() }, { title: 'StatusesUndone' }),
  act: { action: 'contact-status-undone', by: 'operator', subject: (_, { undone }) => countOf(undone, 'contact') },
  async handle({ services }, { principal, body }) {
    let undone = 0
    for (const change of body.changes) {
      try {
        await services.contacts.undo(principal, change.mobile, momentOf('changedAt', change.changedAt))
        undone += 1
      } catch (error) {
        if (!(error instanceof GatewayError) || !LEFT.has(error.category)) throw error
      }
    }
    return { undone }
  },
})

/** Errors of an undo that leave the contact as it is. */
const LEFT: ReadonlySet<string> = new Set(['conflict', 'not-found'])

const exportChosen = defineEndpoint({
  method: 'POST',
  path: '/contacts/export',
  id: 'exportChosenContacts',
  summary: 'Export selected contacts as CSV that can be imported again',
  roles: ROLES,
  body: Type.Object({ mobiles }, { additionalProperties: false, title: 'ChosenContacts' }),
  act: { action: 'contacts-exported', by: 'anyone', subject: ({ body }) => countOf(body.mobiles.length, 'contact') },
  async handle({ services }, { principal, body }) {
    const records: ContactRecord[] = []
    for (const each of body.mobiles) {
      const contact = await services.contacts.get(principal, each)
      if (contact !== undefined) records.push(contact)
    }
    return csvAnswer(exportContacts({ find: async () => ({ records, next: undefined }) }, principal))
  },
})

/** Actions on several chosen contacts. */
export const chosenContactEndpoints = [setStatuses, undoStatuses, exportChosen]
