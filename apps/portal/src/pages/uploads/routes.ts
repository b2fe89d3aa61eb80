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
    /** The time that was typed on the page to send, if it is to go out later. */
    validateSearch: ({ at }: { at?: unknown }): { at?: string } => (at === undefined ? {} : { at: String(at) }),
  }),
] as const
