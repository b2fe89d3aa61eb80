import { GatewayError, type Principal, ROLES } from '@heliograph/contracts'
import { CONTACT_FIELDS, fillSubscriptionLinks, nameKey } from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { countOf } from '../../count-of.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { pageLimit, textCursor } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import type { PortalContext } from '../../services.ts'
import { contactDetailsSchema, contactParams, contactSchema, formatContact, statusSchema } from './contact-schemas.ts'

/** The conditions that contacts are searched by. */
export const contactConditions = {
  number: Type.Optional(
    Type.String({ maxLength: 40, description: 'Filter by the start of the number, in local or international format.' }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Filter by words of the name, in any order. The start of each is enough.',
    }),
  ),
  groupId: Type.Optional(Type.Integer({ description: 'Filter by group.' })),
  status: Type.Optional(statusSchema),
}

const listContacts = defineEndpoint({
  method: 'GET',
  path: '/contacts',
  id: 'listContacts',
  summary: 'List contacts by number, or by name when `name` is given',
  roles: ROLES,
  query: Type.Object({
    ...contactConditions,
    cursor: textCursor({ maxLength: 200 }),
    limit: pageLimit(1_000, 100),
  }),
  answer: Type.Object({ records: Type.Array(contactSchema), next: nullable(Type.String()) }, { title: 'ContactList' }),
  errors: ['invalid'],
  async handle({ services }, { principal, query, request }) {
    const { cursor: after, limit = 100, ...conditions } = query
    const filter = { ...conditions, after, limit }
    const page = await services.contacts.find(principal, filter, { signal: request.signal })
    return { records: page.records.map(formatContact), next: page.next ?? null }
  },
})

const countContacts = defineEndpoint({
  method: 'GET',
  path: '/contacts/count',
  id: 'countContacts',
  summary: 'Count contacts',
  roles: ROLES,
  answer: Type.Object({ contacts: Type.Integer() }, { title: 'ContactCount' }),
  async handle({ services }, { principal, request }) {
    return { contacts: await services.contacts.count(principal, { signal: request.signal }) }
  },
})

const listContactFields = defineEndpoint({
  method: 'GET',
  path: '/contacts/fields',
  id: 'listContactFields',
  summary: 'List contact fields that texts can use as placeholders',
  roles: ROLES,
  answer: Type.Object({ names: Type.Array(Type.String()) }, { title: 'ContactFields' }),
  async handle({ services }, { principal, request }) {
    return { names: [...CONTACT_FIELDS, ...(await services.contacts.fieldNames(principal, request))] }
  },
})

const getContact = defineEndpoint({
  method: 'GET',
  path: '/contacts/:mobile',
  id: 'getContact',
  summary: 'Get a contact with its opt-out and opt-in links',
  roles: ROLES,
  params: contactParams,
  answer: contactDetailsSchema,
  errors: ['invalid', 'not-found'],
  async handle(context, { principal, params }) {
    return findContact(context, principal, params.mobile)
  },
})

const saveContact = defineEndpoint({
  method: 'PUT',
  path: '/contacts/:mobile',
  id: 'saveContact',
  summary: 'Create or update a contact. Omitted fields stay unchanged',
  roles: ROLES,
  params: contactParams,
  body: Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      email: Type.Optional(Type.String({ maxLength: 254 })),
      fields: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Custom fields, at most 20. They replace all existing ones.',
        }),
      ),
      groups: Type.Optional(
        Type.Array(Type.String(), {
          maxItems: 100,
          description: 'Names of all groups of the contact. It leaves other groups; missing groups are created.',
        }),
      ),
    },
    { additionalProperties: false, title: 'ContactChange' },
  ),
  answer: contactDetailsSchema,
  errors: ['conflict'],
  act: { action: 'contact-changed', by: 'operator', subject: ({ params }) => `contact ${params.mobile}` },
  async handle(context, { principal, params: { mobile }, body }) {
    const { contactGroups, contacts } = context.services
    const before = await contacts.get(principal, mobile)
    const [outcome] = await contacts.save(principal, [{ mobile, ...body }])
    if (outcome?.result === 'refused') {
      const { code, text } = outcome.problem
      throw new GatewayError('invalid', code, `The contact ${text}`, { details: { [FIELDS[code] ?? 'mobile']: text } })
    }
    const after = await findContact(context, principal, mobile)
    // Saving only adds to groups, so the groups to leave are those that the body does not name.
    const wanted = body.groups && new Set(after.groups.filter(({ name }) => isNamed(body.groups ?? [], name)))
    const left = wanted && before ? after.groups.filter((group) => !wanted.has(group)) : []
    for (const { groupId } of left) await contactGroups.removeContacts(principal, groupId, [mobile])
    return left.length === 0 ? after : findContact(context, principal, mobile)
  },
})

const removeContacts = defineEndpoint({
  method: 'POST',
  path: '/contacts/remove',
  id: 'removeContacts',
  summary: 'Delete contacts. Opt-outs are kept',
  roles: ROLES,
  body: Type.Object(
    { mobiles: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 500 }) },
    { additionalProperties: false, title: 'ContactNumbers' },
  ),
  answer: Type.Object({ removed: Type.Integer() }, { title: 'ContactsRemoved' }),
  act: { action: 'contacts-removed', by: 'anyone', subject: (_, { removed }) => countOf(removed, 'contact') },
  async handle({ services }, { principal, body }) {
    return { removed: await services.contacts.remove(principal, body.mobiles) }
  },
})

const eraseContact = defineEndpoint({
  method: 'POST',
  path: '/contacts/erase',
  id: 'eraseContact',
  summary: 'Erase a number from all data of the client, permanently. An opt-out is kept',
  roles: ['operator', 'admin'],
  // Not in the path, which is in logs.
  body: Type.Object(
    { mobile: Type.String({ maxLength: 40, description: 'The number, in local or international format.' }) },
    { additionalProperties: false, title: 'ErasedNumber' },
  ),
  answer: Type.Object(
    {
      messages: Type.Integer(),
      incoming: Type.Integer({ description: 'Number of incoming SMS erased.' }),
      uploadRows: Type.Integer({ description: 'Number of upload rows erased.' }),
      isOptedOut: Type.Boolean({ description: 'Whether the number remains opted out.' }),
      archives: Type.Array(Type.String(), {
        description: 'Archive files of the client that may still contain the number.',
      }),
    },
    { title: 'ContactErased' },
  ),
  errors: ['conflict'],
  async handle({ services }, { principal, body }) {
    const { archives, ...erased } = await services.erasures.erase(principal, body.mobile)
    return { ...erased, archives: [...archives] }
  },
})

/** The field that each error is about. */
const FIELDS: Readonly<Record<string, string>> = {
  'bad-name': 'name',
  'bad-email': 'email',
  'bad-fields': 'fields',
  'bad-group': 'groups',
  'too-many-groups': 'groups',
}

/** Compares names of groups regardless of case, accents and blanks. */
function isNamed(names: readonly string[], name: string): boolean {
  return names.some((each) => nameKey(each) === nameKey(name))
}

async function findContact(
  { services, publicUrl }: PortalContext,
  principal: Principal,
  mobile: string,
): Promise<Static<typeof contactDetailsSchema>> {
  const contact = await services.contacts.get(principal, mobile)
  if (contact === undefined) throw new GatewayError('not-found', 'contact-not-found', 'There is no such contact')
  const channel = await services.channels.defaultOf(principal)
  const bases = (channel && (await services.channels.find(channel.channelId))) ?? {}
  const owner = {
    clientId: principal.clientId,
    bases,
    site: { baseUrl: publicUrl(), sign: services.subscriptionLinks.sign },
  }
  const link = (placeholder: string) => fillSubscriptionLinks(placeholder, contact.mobile, owner)
  return { ...formatContact(contact), optOutLink: link('{opt_out_link}'), optInLink: link('{opt_in_link}') }
}

export const contactEndpoints = [
  listContacts,
  countContacts,
  listContactFields,
  getContact,
  saveContact,
  removeContacts,
  eraseContact,
]
