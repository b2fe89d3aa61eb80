import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { useFieldNames } from './queries.ts'

/** Puts a field of the contact into the text. */
export function FieldMenu({ onInsert }: { readonly onInsert: (placeholder: string) => void }) {
  const { personal } = useTexts(sendTexts)
  const names = useFieldNames()
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconBraces size={14} aria-hidden />}>
          {personal.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onInsert(`{${name}}`)}>
            {`{${name}}`}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label maw={240}>{personal.fallback}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
