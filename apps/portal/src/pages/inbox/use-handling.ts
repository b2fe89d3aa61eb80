import { useEffect, useRef } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { teamTexts } from '../../texts/team.ts'
import { type Conversation, useChangeConversation } from './queries.ts'

type Handling = Conversation['handling']

/** Changes who takes care of the conversation, or whether somebody has to, and tells when a colleague has done so. */
export function useHandling(conversation: Conversation): (change: Schemas['ConversationChange']) => void {
  const change = useChangeConversation(conversation)
  useReportedChanges(conversation)
  return (wanted) => void change(wanted).catch((error: unknown) => notifyProblem(error))
}

/** The last change counts: a user whose change was overtaken by another's sees a notice. */
function useReportedChanges({ channelId, contact, name, handling }: Conversation): void {
  const texts = useTexts(teamTexts)
  const { email } = useMe()
  const { relative } = useFormatters()
  const key = `${channelId} ${contact}`
  const shown = useRef({ key, handling })
  useEffect(() => {
    const before = shown.current
    shown.current = { key, handling }
    const { assignee, isDone, snoozedUntil, changedBy } = handling
    if (before.key !== key || changedBy === null || changedBy === email || isSame(before.handling, handling)) return
    const what = isDone
      ? texts.nowDone
      : snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
        ? texts.snoozedUntil({ time: relative(snoozedUntil, Date.now()) })
        : assignee === null
          ? texts.nowUnassigned
          : texts.nowAssigned({ email: assignee.email })
    notifyDone(texts.changed({ email: changedBy, contact: name || contact, what }))
  }, [key, handling, email, name, contact, texts, relative])
}

function isSame(one: Handling, other: Handling): boolean {
  return (
    one.assignee?.userId === other.assignee?.userId &&
    one.isDone === other.isDone &&
    one.snoozedUntil === other.snoozedUntil
  )
}
