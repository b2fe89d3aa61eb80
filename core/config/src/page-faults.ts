import { PAGE_ICONS, type PortalPage, ROLES } from '@heliograph/contracts'
import { viewOf } from './schema-view.ts'

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** What is wrong with the pages that an instance declares, one sentence each. */
export function findPageFaults(pages: readonly PortalPage[]): readonly string[] {
  return [
    ...twice(pages.map(({ id }) => id)).map((id) => `It declares the page '${id}' twice.`),
    ...pages.flatMap((page) => faultsOf(page).map((fault) => `The page '${page.id}' ${fault}.`)),
  ]
}

function faultsOf({ id, title, icon, roles, files, endpoints = [] }: PortalPage): readonly string[] {
  const icons: readonly string[] = PAGE_ICONS
  const known: readonly string[] = ROLES
  return [
    ...(KEBAB.test(id) ? [] : ['has no id in kebab-case']),
    ...(title?.en ? [] : ['has no English title (`title.en`)']),
    ...(icons.includes(icon) ? [] : [`has the icon '${icon}': there are ${icons.join(', ')}`]),
    ...(roles?.length > 0 && roles.every((role) => known.includes(role)) ? [] : ['is for no role, or for one unknown']),
    ...(files?.some(({ method, path }) => method === 'GET' && path === '/') ? [] : ["has no file 'GET /'"]),
    ...(files ?? [])
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `has the route ${method} ${path}, and its files are read only`),
    ...twice(endpoints.map(({ name }) => name)).map((name) => `has the endpoint '${name}' twice`),
    ...endpoints.flatMap(({ name, input, handle }) => [
      ...(KEBAB.test(name) ? [] : [`has the endpoint '${name}', which is no name in kebab-case`]),
      ...(viewOf(input ?? {}).type === 'object'
        ? []
        : [`has the endpoint '${name}' without a schema of an object as input`]),
      ...(typeof handle === 'function' ? [] : [`has the endpoint '${name}' without handle`]),
    ]),
  ]
}

function twice(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
