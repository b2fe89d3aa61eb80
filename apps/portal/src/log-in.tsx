import { draw } from './draw.tsx'
import { fetchLater } from './later.ts'
import { LogInPage } from './pages/log-in/LogInPage.tsx'

// The first page that a user sees: a page of its own, which does not wait for anything that only the other pages need.
draw(<LogInPage />)
window.addEventListener('load', fetchLater)
