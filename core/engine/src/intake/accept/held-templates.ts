import { departure, type MeasuredMessage, type OpenHours } from '@heliograph/messaging'
import { type CommonTemplate, completeTemplates, type Template, type TemplateTools } from './template.ts'
import { validityLeft } from './validity-left.ts'

/** Finds the template of a recipient; undefined: the message expires before it may go. */
type FindTemplate = (recipient: string, text: MeasuredMessage) => Template | undefined

/**
 * As `completeTemplates`, where quiet hours or the delivery window of the message may hold a recipient: it then gets
 * the template with the time at which it may go. The function returns undefined when there is none, or when the
 * validity that the message asks for ends first.
 *
 * @param validitySeconds of the message; undefined: the deployment's counts from when it goes
 * @param hours of its delivery window; undefined: it has none
 */
export function heldTemplates(
  common: CommonTemplate,
  validitySeconds: number | undefined,
  hours: OpenHours | undefined,
  tools: Pick<TemplateTools, 'routeFor' | 'quietEnd'>,
): FindTemplate {
  const { sendAt, acceptedAt } = common
  const moment = sendAt ?? acceptedAt
  const atOnce = completeTemplates(common, tools)
  const byTime = new Map<number, FindTemplate>()
  function templatesAt(time: number): FindTemplate {
    if (validitySeconds === undefined) return completeTemplates({ ...common, sendAt: time }, tools)
    const left = validityLeft(validitySeconds, time - moment)
    if (left === undefined) return () => undefined
    return completeTemplates({ ...common, sendAt: time, validitySeconds: left }, tools)
  }
  function goesAt(to: string): number | undefined {
    const quietEnd = (at: number) => tools.quietEnd?.(to, at)
    return hours === undefined ? (quietEnd(moment) ?? moment) : departure(moment, quietEnd, hours)
  }
  return (to, text) => {
    const time = goesAt(to)
    if (time === undefined) return undefined
    if (time === moment) return atOnce(to, text)
    let found = byTime.get(time)
    if (found === undefined) {
      found = templatesAt(time)
      byTime.set(time, found)
    }
    return found(to, text)
  }
}
