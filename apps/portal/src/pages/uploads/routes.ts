import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../root-route.tsx'

export const uploadsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/uploads',
    component: lazyRouteComponent(() => import('./UploadsPage.tsx'), 'UploadsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/uploads/$uploadId',
    component: lazyRouteComponent(() => import('./UploadPage.tsx'), 'UploadPage'),
    /** What was chosen on the page to send: the time as it was typed, and the hours in which it may go. */
    validateSearch: ({ at, hours }: { at?: unknown; hours?: unknown }): { at?: string; hours?: string } => ({
      ...(at !== undefined && { at: String(at) }),
      ...(hours !== undefined && { hours: String(hours) }),
    }),
  }),
] as const
