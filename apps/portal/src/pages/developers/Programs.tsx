import { Tabs } from '@mantine/core'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import type { Program } from './rest-programs.ts'

/** The same program in several languages. */
export function Programs({ programs }: { readonly programs: readonly Program[] }) {
  return (
    <Tabs defaultValue={programs[0]?.language ?? null} keepMounted={false}>
      <Tabs.List>
        {programs.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            <bdi>{language}</bdi>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {programs.map(({ language, code }) => (
        <Tabs.Panel key={language} value={language} pt="sm">
          <CodeBlock code={code} label={language} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
