import type { MeasuredMessage } from '@heliograph/messaging'
import { type CommonTemplate, completeTemplates, type Template, type TemplateTools } from './template.ts'

/** Finds the template of a recipient; undefined: the message expires before it may go. */
type FindTemplate = (recipient: string, text: MeasuredMessage) => Template | undefined

/**
 * As `completeTemplates`, where quiet hours may hold a recipient: it then gets the template with the time of their end.
 * The function returns undefined when the validity that the message asks for ends first.
 *
 * @param validitySeconds of the message; undefined: the deployment's counts from when it goes
 */
export function templatesInQuietHours(
  common: CommonTemplate,
  validitySeconds: number | undefined,
  tools: Pick<TemplateTools, 'routeFor' | 'quietEnd'>,
): FindTemplate {
  const { sendAt, acceptedAt } = common
  const moment = sendAt ?? acceptedAt
  const atOnce = completeTemplates(common, tools)
  const byEnd = new Map<number, FindTemplate>()
  function templatesAt(end: number): FindTemplate {
    if (validitySeconds === undefined) return completeTemplates({ ...common, sendAt: end }, tools)
    const left = validitySeconds - Math.ceil((end - moment) / 1000)
    if (left <= 0) return () => undefined
    return completeTemplates({ ...common, sendAt: end, validitySeconds: left }, tools)
  }
  return (to, text) => {
    const end = tools.quietEnd?.(to, moment)
    if (end === undefined) return atOnce(to, text)
    let found = byEnd.get(end)
    if (found === undefined) {
      found = templatesAt(end)
      byEnd.set(end, found)
    }
    return found(to, text)
  }
}
