import { useEffect, useRef } from 'react'
import { notifyAlert } from '../components/notify.tsx'
import { useAlertEvents } from '../components/shared-queries.ts'
import { useAlertWords } from '../components/use-alert-words.ts'
import { useTexts } from '../language/define-texts.ts'
import { alertTexts } from '../texts/alerts.ts'

const NEWEST = 20

/** Tells those who keep the account, on every page, of alerts that begin and end while it is open. */
export default function AlertWatch() {
  const texts = useTexts(alertTexts)
  const words = useAlertWords()
  const { data } = useAlertEvents(NEWEST)
  /** Whether each event that was seen had ended; undefined before the first look. */
  const seen = useRef<ReadonlyMap<number, boolean>>(undefined)
  useEffect(() => {
    if (data === undefined) return
    const before = seen.current
    seen.current = new Map(data.records.map(({ eventId, endedAt }) => [eventId, endedAt !== null]))
    if (before === undefined) return
    for (const event of data.records) {
      const hasEnded = event.endedAt !== null
      if (before.get(event.eventId) === hasEnded) continue
      const what = words.what(event)
      notifyAlert(hasEnded ? texts.over({ what }) : what, hasEnded)
    }
  })
  return null
}
