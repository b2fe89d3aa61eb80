import type { Plugin } from 'vite'

/** The style sheet of all components, as the sources import it. In development, the pages get all of it. */
const ALL = '@mantine/core/styles.css'

/**
 * The styles that belong to no component, and those of components that others are made of: they come first, in this
 * order, whatever a page loads and when.
 */
const FIRST = [
  'baseline',
  'default-css-variables',
  'global',

  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Overlay',
  'Popover',
  'Loader',
  'ActionIcon',
  'CloseButton',
  'Group',
  'ModalBase',
  'Input',
  'Flex',
  'FloatingIndicator',
  'Text',
  'InlineInput',
]

/** Where a component's class names are: `Button.module.mjs`. */
const NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)[.]module[.]mjs$/

/** Bundles the styles of each Mantine component with the component itself, so that a page loads only those it needs. */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === ALL ? '\0mantine-styles' : undefined),
    load: (id) => (id === '\0mantine-styles' ? FIRST.map(importOf).join('\n') : undefined),
    transform(code, id) {
      const [, component] = NAMES.exec(id) ?? []
      return component === undefined ? undefined : { code: `${importOf(component)}\n${code}`, map: null }
    },
  }
}

function importOf(name: string): string {
  return `import '@mantine/core/styles/${name}.css'`
}
