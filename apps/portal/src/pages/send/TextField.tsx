import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconAlphabetLatin } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'
import { FieldMenu } from './FieldMenu.tsx'
import { MarkedTextarea } from './MarkedTextarea.tsx'
import { appended, OPT_OUT, OptOutLink } from './OptOutLink.tsx'
import { useFieldNames } from './queries.ts'
import { Templates } from './Templates.tsx'

interface TextFieldProps {
  readonly text: string
  /** Numbers that get it; a template is shown as the first of them gets it. */
  readonly recipients: readonly string[]
  readonly onChange: (text: string) => void
  readonly preview: Schemas['SendPreview'] | undefined
}

/** The text; characters that make it travel as UCS-2 are marked. */
export function TextField({ text, recipients, onChange, preview }: TextFieldProps) {
  const texts = useTexts(sendTexts)
  const beyond = preview?.beyondGsm ?? []
  const names = useFieldNames()
  const unknown = preview?.unknown ?? []
  return (
    <Stack gap="xs">
      <MarkedTextarea
        label={texts.text}
        description={
          <>
            <Code>{OPT_OUT}</Code> {texts.textHelp}.
          </>
        }
        name="text"
        required
        value={text}
        marks={beyond}
        error={unknown.length > 0 && <UnknownFields unknown={unknown} names={names} />}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {beyond.length > 0 && preview !== undefined && (
        <BeyondGsm preview={preview} onReplace={() => onChange(preview.replaced)} />
      )}
      <Group gap="xs">
        <Templates text={text} recipients={recipients} onUse={onChange} />
        <FieldMenu onInsert={(piece) => onChange(appended(text, piece))} />
        <OptOutLink text={text} onChange={onChange} />
      </Group>
    </Stack>
  )
}

/** Placeholders that fit nothing stop the text; here are those that there are. */
function UnknownFields({ unknown, names }: { readonly unknown: readonly string[]; readonly names: readonly string[] }) {
  const { personal } = useTexts(sendTexts)
  const { list } = useFormatters()
  return (
    <>
      {personal.unknown({ wrong: list(unknown) })} {personal.known({ names: list(names.map((name) => `{${name}}`)) })}
    </>
  )
}

function BeyondGsm({
  preview,
  onReplace,
}: {
  readonly preview: Schemas['SendPreview']
  readonly onReplace: () => void
}) {
  const texts = useTexts(sendTexts)
  const { beyondGsm, parts, replacedParts } = preview
  const characters = [...new Set(beyondGsm.map(({ character }) => character))].slice(0, 12).join(' ')
  const canReplace = beyondGsm.some(({ replacement }) => replacement !== null)
  return (
    <Alert color="yellow" icon={<IconAlphabetLatin aria-hidden />} title={texts.beyondTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.beyondText({ characters })}</Text>
        {canReplace && (
          <Group gap="sm">
            <Button size="xs" variant="default" onClick={onReplace}>
              {texts.replace}
            </Button>
            {replacedParts < parts && (
              <Text size="sm" fw={500}>
                {texts.replaceSaves({ from: parts, to: replacedParts })}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
