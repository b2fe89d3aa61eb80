import { draw } from './draw.tsx'
import { fetchLater } from './later.ts'
import { LogInPage } from './pages/log-in/LogInPage.tsx'

// The first that anybody sees: a page by itself, which waits for nothing that only the others need.
draw(<LogInPage />)
window.addEventListener('load', fetchLater)
