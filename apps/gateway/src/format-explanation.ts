import type { RouteExplanation, RouteQuestion } from '@heliograph/contracts'

/** Formats, for people, how the route of a message is chosen. */
export function formatExplanation(question: RouteQuestion, explanation: RouteExplanation): readonly string[] {
  const { rules, route, groups } = explanation
  return [
    formatQuestion(question, explanation),
    ...rules.map(formatRule),
    ...(rules.at(-1)?.unmet.length === 0 ? [] : [rules.length === 0 ? '  there are no rules' : '  no rule matches']),
    `Route ${route}`,
    ...groups.map((group, index) => {
      const links = group.map(({ link, share }) => (share === 1 ? link : `${link} (${Math.round(share * 100)} %)`))
      return `  ${index === 0 ? 'first' : 'then '}  ${links.join(', ')}`
    }),
  ]
}

function formatQuestion(question: RouteQuestion, { country }: RouteExplanation): string {
  const { to, clientId, sender, priority, parts } = question
  const from = sender === undefined ? '' : `, from ${sender}`
  const size = parts === 1 ? '1 part' : `${parts} parts`
  return `To ${to} (${country ?? 'no country'}), client ${clientId}${from}, ${priority}, ${size}`
}

function formatRule({ index, name, route, unmet }: RouteExplanation['rules'][number]): string {
  const label = name === null ? '' : ` (${name})`
  const verdict = unmet.length === 0 ? `matches: route ${route}` : `does not match: ${unmet.join(', ')}`
  return `  rule ${index + 1}${label} ${verdict}`
}
