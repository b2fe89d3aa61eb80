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
  }),
] as const
