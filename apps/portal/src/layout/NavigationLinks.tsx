import type { ReactNode } from 'react'
import { useTexts } from '../language/define-texts.ts'
import type { Me } from '../session/load-session.ts'
import { shellTexts } from '../texts/shell.ts'
import { type NavigationPlace, NavigationSection } from './NavigationSection.tsx'
import { navigationFor } from './navigation-items.ts'

export interface NavigationLinksProps extends NavigationPlace, Pick<Me, 'role'> {
  /** At the end of the link to the inbox. */
  readonly unread?: ReactNode
}

/** Links to the pages that this role may open. */
export function NavigationLinks({ role, unread, ...place }: NavigationLinksProps) {
  const { pages, groups } = useTexts(shellTexts)
  return navigationFor(role).map(({ group, items }) => {
    const entries = items.map(({ page, to, Icon }) => ({
      to,
      label: pages[page],
      Icon,
      mark: page === 'inbox' ? unread : undefined,
    }))
    return <NavigationSection key={group} id={group} title={groups[group]} entries={entries} {...place} />
  })
}
