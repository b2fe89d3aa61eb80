import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'
import { readReportSearch } from './report-search.ts'

export const reportsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports',
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import('./ReportsPage.tsx'), 'ReportsPage'),
  }),
] as const
