import type { Plugin } from 'vite'

/** The style sheet of all components, as sources import it. While pages are worked on it is what they get. */
const ALL = '@mantine/core/styles.css'

/** What of it belongs to no component, and the components that others are made of: in this order it comes first, whatever a page loads when. */
const FIRST = [
  ...['baseline', 'default-css-variables', 'global'],
  ...[
    'ScrollArea',
    'UnstyledButton',
    'VisuallyHidden',
    'Paper',
    'Overlay',
    'Popover',
    'Loader',
    'ActionIcon',
    'CloseButton',
  ],
  ...['Group', 'ModalBase', 'Input', 'Flex', 'FloatingIndicator', 'Text', 'InlineInput'],
]

/** Where a component has the names of its classes: `Button.module.mjs`. */
const NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)[.]module[.]mjs$/

/**
 * Puts the styles of each Mantine component along with the component itself, so that a page loads those of the components it has.
 */
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
