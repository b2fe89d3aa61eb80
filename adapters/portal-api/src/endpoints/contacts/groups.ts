import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'
import { groupSchema } from './contact-schemas.ts'

const groupParams = Type.Object({ groupId: Type.Integer({ minimum: 1, description: 'Id of the group.' }) })

const groupName = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of the group. Must not contain a semicolon.',
    }),
  },
  { additionalProperties: false, title: 'GroupName' },
)

const groupMembers = Type.Object(
  { mobiles: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 500 }) },
  { additionalProperties: false, title: 'GroupMembers' },
)

const listGroups = defineEndpoint({
  method: 'GET',
  path: '/groups',
  id: 'listGroups',
  summary: 'List groups',
  roles: ROLES,
  answer: Type.Object({ records: Type.Array(groupSchema), next: nullable(Type.Integer()) }, { title: 'GroupList' }),
  async handle({ services }, { principal }) {
    return { records: [...(await services.contactGroups.list(principal))], next: null }
  },
})

const addGroup = defineEndpoint({
  method: 'POST',
  path: '/groups',
  id: 'addGroup',
  summary: 'Create a group',
  roles: ROLES,
  body: groupName,
  answer: groupSchema,
  errors: ['conflict'],
  act: { action: 'group-added', by: 'operator', subject: (_, { groupId }) => `group ${groupId}` },
  handle: async ({ services }, { principal, body }) => services.contactGroups.add(principal, body.name),
})

const renameGroup = defineEndpoint({
  method: 'PATCH',
  path: '/groups/:groupId',
  id: 'renameGroup',
  summary: 'Rename a group',
  roles: ROLES,
  params: groupParams,
  body: groupName,
  answer: groupSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'group-changed', by: 'operator', subject: ({ params }) => `group ${params.groupId}` },
  handle: async ({ services }, { principal, params, body }) =>
    services.contactGroups.rename(principal, params.groupId, body.name),
})

const removeGroup = defineEndpoint({
  method: 'DELETE',
  path: '/groups/:groupId',
  id: 'removeGroup',
  summary: 'Delete a group. Its contacts are kept',
  roles: ROLES,
  params: groupParams,
  errors: ['invalid', 'not-found'],
  act: { action: 'group-removed', by: 'anyone', subject: ({ params }) => `group ${params.groupId}` },
  async handle({ services }, { principal, params }) {
    await services.contactGroups.remove(principal, params.groupId)
    return undefined
  },
})

const addToGroup = defineEndpoint({
  method: 'POST',
  path: '/groups/:groupId/add',
  id: 'addToGroup',
  summary: 'Add contacts to a group',
  roles: ROLES,
  params: groupParams,
  body: groupMembers,
  answer: Type.Object(
    { added: Type.Integer({ description: 'Number of contacts added. Those that were in the group are not counted.' }) },
    { title: 'GroupJoined' },
  ),
  errors: ['not-found'],
  act: { action: 'group-changed', by: 'operator', subject: ({ params }) => `group ${params.groupId}` },
  async handle({ services }, { principal, params, body }) {
    return { added: await services.contactGroups.addContacts(principal, params.groupId, body.mobiles) }
  },
})

const removeFromGroup = defineEndpoint({
  method: 'POST',
  path: '/groups/:groupId/remove',
  id: 'removeFromGroup',
  summary: 'Remove contacts from a group',
  roles: ROLES,
  params: groupParams,
  body: groupMembers,
  answer: Type.Object(
    { removed: Type.Integer({ description: 'Number of contacts removed.' }) },
    { title: 'GroupLeft' },
  ),
  errors: ['not-found'],
  act: { action: 'group-changed', by: 'operator', subject: ({ params }) => `group ${params.groupId}` },
  async handle({ services }, { principal, params, body }) {
    return { removed: await services.contactGroups.removeContacts(principal, params.groupId, body.mobiles) }
  },
})

export const groupEndpoints = [listGroups, addGroup, renameGroup, removeGroup, addToGroup, removeFromGroup]
