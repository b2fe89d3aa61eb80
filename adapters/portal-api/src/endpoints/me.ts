import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { roleSchema } from '../schemas.ts'

const meSchema = Type.Object(
  {
    userId: Type.Integer(),
    email: Type.String(),
    role: roleSchema,
    clientId: Type.Integer(),
    clientName: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2: by it national numbers are read.' }),
    currency: Type.String({ description: 'ISO 4217.' }),
  },
  { title: 'Me' },
)

const getMe = defineEndpoint({
  method: 'GET',
  path: '/me',
  id: 'getMe',
  summary: 'Who I am and what I may do',
  roles: ROLES,
  answer: meSchema,
  async handle(_context, { principal }) {
    const { userId, email, role, clientId, clientName, country, currency } = principal
    return { userId, email, role, clientId, clientName, country, currency }
  },
})

/** About the one who asks. */
export const meEndpoints = [getMe]
