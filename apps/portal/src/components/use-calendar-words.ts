import type { DayOfWeek } from '@mantine/dates'
import { useMemo } from 'react'
import { useLanguage } from '../language/language.tsx'
import { type Language, localeOf } from '../language/languages.ts'

/** What a calendar calls days and months, and the day its weeks begin with, as usual where the viewer is. */
export function useCalendarWords() {
  const { language } = useLanguage()
  return useMemo(() => calendarWords(localeOf(language), language), [language])
}

function calendarWords(locale: string, language: Language) {
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    // A day as the library has it: `2030-01-31`.
    return (day: string) => format.format(Date.parse(`${day.slice(0, 10)}T00:00:00Z`))
  }
  const weekday = writer({ weekday: language === 'ar' ? 'narrow' : 'short' })
  return {
    monthLabelFormat: writer({ month: 'long', year: 'numeric' }),
    monthsListFormat: writer({ month: 'short' }),
    // The short names of days in Arabic are as long as the long ones; those in French fill their cells with a dot.
    weekdayFormat: (day: string) => weekday(day).replace('.', ''),
    getDayAriaLabel: writer({ day: 'numeric', month: 'long', year: 'numeric' }),
    ...weekOf(locale),
  }
}

interface WeekInfo {
  /** 1: Monday, 7: Sunday. */
  readonly firstDay: number
  readonly weekend: readonly number[]
}

/** Not every browser knows it; the library's weeks begin with Monday. */
function weekOf(locale: string): { firstDayOfWeek?: DayOfWeek; weekendDays?: DayOfWeek[] } {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo }
  const week = known.getWeekInfo?.()
  if (week === undefined) return {}
  const dayOf = (day: number) => (day % 7) as DayOfWeek
  return { firstDayOfWeek: dayOf(week.firstDay), weekendDays: week.weekend.map(dayOf) }
}
