import { SectionNavigation } from '../../components/SectionNavigation.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { accountTexts } from '../../texts/account.ts'
import { quietHoursTexts } from '../../texts/quiet-hours.ts'

/** The pages about the user's own account and client. */
export function AccountLayout() {
  const { sections, pages } = useTexts(accountTexts)
  const { role } = useMe()
  const { page: quietHours } = useTexts(quietHoursTexts)
  /** For those who keep the accounts of their client. */
  const keepersPages = [
    { to: '/account/users', label: pages.users },
    { to: '/account/networks', label: pages.networks },
    { to: '/account/quiet-hours', label: quietHours },
  ] as const
  const entries = [
    { to: '/account/security', label: pages.security },
    ...(role === 'user' ? [] : keepersPages),
    { to: '/account/audit-log', label: pages.audit },
  ] as const
  return <SectionNavigation label={sections} pages={entries} />
}
