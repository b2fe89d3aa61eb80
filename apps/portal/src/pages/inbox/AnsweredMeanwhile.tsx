import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type Problem, toProblem } from '../../api/problem.ts'
import { useTexts } from '../../language/define-texts.ts'
import { teamTexts } from '../../texts/team.ts'

/** Why an answer was not sent: a colleague has answered since it was begun. Undefined: for another reason. */
export function answeredMeanwhile(error: unknown): Problem | undefined {
  const problem = toProblem(error)
  return problem.code === 'answered-meanwhile' ? problem : undefined
}

/** Asks whether the answer is to go out all the same. */
export function AnsweredMeanwhile({ problem, onSend }: { readonly problem: Problem; readonly onSend: () => void }) {
  const texts = useTexts(teamTexts)
  const { sentBy = '', text = '' } = problem.details
  return (
    <Alert color="orange" icon={<IconUsers aria-hidden />} title={texts.answered({ email: sentBy })} role="alert">
      <Stack gap="xs">
        <Text size="sm">“{text}”</Text>
        <Group gap="xs">
          <Button size="xs" onClick={onSend}>
            {texts.sendAnyway}
          </Button>
          <Text size="sm">{texts.orChange}</Text>
        </Group>
      </Stack>
    </Alert>
  )
}
