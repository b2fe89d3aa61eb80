/** Asks for everything that the first page needs at once, rather than for one after the other as each finds out what comes next. */
void import('./main.tsx').then(({ start }) => start())
if (location.pathname.startsWith('/portal/log-in')) void import('./pages/log-in/LogInPage.tsx')
else void import('./layout/Layout.tsx')
