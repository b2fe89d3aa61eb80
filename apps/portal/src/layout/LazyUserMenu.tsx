import { lazy, Suspense, useState } from 'react'
import { UserMenuButton } from './UserMenuButton.tsx'

const load = () => import('./UserMenu.tsx')
const UserMenu = lazy(load)

/** The user menu, which is loaded when it is first needed. */
export function LazyUserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const button = <UserMenuButton onPointerEnter={load} onFocus={load} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenu onShortcuts={onShortcuts} />
    </Suspense>
  )
}
