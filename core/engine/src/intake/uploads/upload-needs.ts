import type { UploadCells, UploadPlan } from '@heliograph/contracts'
import { columnsOf, needsContact, readPlaceholders } from '@heliograph/messaging'

/** Where nodes said which migration they know, but did not yet look whether it suffices. */
const CAMPAIGNS = 80

/**
 * The migration that a node has to know to read the rows of an upload under a plan; null: every node can. Earlier
 * releases leave out of a text what contacts have, and know no second text.
 *
 * @param first the first row
 */
export function neededFor(plan: UploadPlan, first: UploadCells): number | null {
  if (plan.comparison !== undefined) return CAMPAIGNS
  const { pieces } = readPlaceholders(plan.text, columnsOf(plan, first ?? []), 'any')
  return needsContact(pieces) ? CAMPAIGNS : null
}

/** The same for one whose messages go within a delivery window only: earlier releases would send them at any time. */
export const NEEDED_FOR_WINDOW = 120

/** The same for one with a speed limit: earlier releases would send its messages as fast as links take them. */
export const NEEDED_FOR_SPEED = 124

/** The same for what adds the recipients of failed messages. */
export const NEEDED_FOR_FAILED = CAMPAIGNS
