import type { RoutedLinks } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, prioritySchema } from '../../schemas.ts'
import { causesSchema, formatCauses } from '../waiting-schemas.ts'

const groupsSchema = Type.Array(
  Type.Array(
    Type.Object(
      {
        link: Type.String({ description: '`<instance>/<name>`.' }),
        weight: Type.Integer(),
        share: Type.Number({
          description: 'Share of the parts of its group while all its links have capacity, 0 to 1.',
        }),
      },
      { title: 'RoutedLink' },
    ),
  ),
  { description: 'Groups of links, in the order in which they are tried.' },
)

const conditionsSchema = Type.Object(
  {
    to: Type.Optional(Type.Array(Type.String(), { description: 'Prefixes of the recipient.' })),
    country: Type.Optional(Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2 country codes.' })),
    sender: Type.Optional(Type.Array(Type.String(), { description: 'Addresses of channels.' })),
    client: Type.Optional(Type.Array(Type.Integer())),
    priority: Type.Optional(Type.Array(prioritySchema)),
    parts: Type.Optional(Type.Object({ min: Type.Optional(Type.Integer()), max: Type.Optional(Type.Integer()) })),
  },
  { title: 'RuleConditions' },
)

const tableSchema = Type.Object(
  {
    rules: Type.Array(
      Type.Object(
        { name: nullable(Type.String()), when: conditionsSchema, route: Type.String() },
        { title: 'RoutingRule' },
      ),
      { description: 'In order: the first rule that matches selects the route. If none does, the route is `default`.' },
    ),
    routes: Type.Array(Type.Object({ name: Type.String(), groups: groupsSchema }, { title: 'Route' })),
  },
  { title: 'RoutingTable' },
)

const getRouting = defineEndpoint({
  method: 'GET',
  path: '/operator/routing',
  id: 'getRouting',
  summary: 'Get the configured routing rules and routes',
  roles: ['operator'],
  answer: tableSchema,
  async handle({ services }, { self }) {
    const { rules, routes } = await services.routing.table(self)
    return {
      rules: rules.map(({ name, when, route }) => ({ name, when: copyOf(when), route })),
      routes: routes.map(({ name, groups }) => ({ name, groups: formatGroups(groups) })),
    }
  },
})

const explanationSchema = Type.Object(
  {
    to: Type.String({ description: 'Recipient in E.164 digits.' }),
    country: nullable(Type.String(), 'ISO 3166-1 alpha-2 country code. Null if the number belongs to no country.'),
    rules: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'Position of the rule, from 0.' }),
          name: nullable(Type.String()),
          route: Type.String(),
          unmet: Type.Array(Type.Enum(['to', 'country', 'sender', 'client', 'priority', 'parts']), {
            description: 'Conditions that are not met. Empty for the rule that matches.',
          }),
        },
        { title: 'ExplainedRule' },
      ),
      { description: 'Rules in order, up to the one that matches.' },
    ),
    route: Type.String(),
    groups: groupsSchema,
    causes: causesSchema,
  },
  { title: 'RouteExplanation' },
)

const explainRoute = defineEndpoint({
  method: 'GET',
  path: '/operator/routing/explain',
  id: 'explainRoute',
  summary: 'Explain the route and links a message would take, and what it would wait for. Nothing is sent',
  roles: ['operator'],
  query: Type.Object({
    to: Type.String({ maxLength: 40, description: 'Recipient, in any international format.' }),
    clientId: Type.Integer({ minimum: 1, description: 'Id of the sending client.' }),
    sender: Type.Optional(Type.String({ maxLength: 40, description: 'Address of the sending channel.' })),
    priority: Type.Optional(prioritySchema),
    parts: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 255, description: 'Number of SMS parts. Defaults to 1.' }),
    ),
  }),
  answer: explanationSchema,
  errors: ['invalid'],
  async handle({ services }, { self, query }) {
    const { rules, groups, ...explanation } = await services.routing.explain(self, query)
    const { clientId, priority = 'NORMAL' } = query
    const causes = await services.waiting.ofRoute(self, { route: explanation.route, clientId, priority })
    return {
      ...explanation,
      rules: rules.map((rule) => ({ ...rule, unmet: [...rule.unmet] })),
      groups: formatGroups(groups),
      causes: formatCauses(causes),
    }
  },
})

function formatGroups(groups: RoutedLinks): Static<typeof groupsSchema> {
  return groups.map((group) => [...group])
}

/** Copies what the contract declares read-only into the mutable type of the schema. */
function copyOf(when: object): Static<typeof conditionsSchema> {
  return structuredClone(when)
}

/** Rules and routes, for operators. */
export const routingEndpoints = [getRouting, explainRoute]
