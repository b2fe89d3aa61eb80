import { prepareToDraw } from './draw.tsx'
import { fetchLater } from './later.ts'
import { PresentPage } from './pages/log-in/PresentPage.tsx'
import { loadFirstTexts } from './texts/translations.ts'

// The first page that a user sees: a page of its own, which does not wait for anything that only the other pages need.
void prepareToDraw(loadFirstTexts)(<PresentPage />)
window.addEventListener('load', fetchLater)
