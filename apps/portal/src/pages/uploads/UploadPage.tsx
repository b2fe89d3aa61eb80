import { Anchor, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { CampaignStateBadge } from '../../components/CampaignStateBadge.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { CampaignMenu } from '../campaigns/CampaignMenu.tsx'
import { HELD } from '../campaigns/held.ts'
import { CancelUpload } from './CancelUpload.tsx'
import { Checking } from './Checking.tsx'
import { PlanForm } from './PlanForm.tsx'
import { Progress } from './Progress.tsx'
import { useForgetRows, useShowUpload, useUpload } from './queries.ts'
import { Ready } from './Ready.tsx'
import { Receiving } from './Receiving.tsx'
import { StopReason } from './StopReason.tsx'

const NOT_STARTED: ReadonlySet<Schemas['UploadState']> = new Set(['receiving', 'received', 'checking', 'ready'])

/** Actions that have buttons of their own on the page. */
const ON_PAGE = ['pause', 'resume', 'cancel'] as const

/** One upload, in whatever state it is. */
export function UploadPage() {
  const { pages } = useTexts(shellTexts)
  const uploadId = Number(useParams({ from: '/shell/uploads/$uploadId' }).uploadId)
  const { data, error, refetch } = useUpload(uploadId)
  const show = useShowUpload()
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows />
  return (
    <>
      <PageHeader
        title={data.name}
        description={
          <Anchor component={Link} to="/campaigns" size="sm">
            <IconArrowLeft size={14} aria-hidden /> {pages.campaigns}
          </Anchor>
        }
        actions={
          <Group>
            <Group role="status">
              <CampaignStateBadge state={data.state} />
            </Group>
            {NOT_STARTED.has(data.state) && <CancelUpload upload={data} onChange={show} />}
            <CampaignMenu campaign={data} without={ON_PAGE} />
          </Group>
        }
      />
      <Stage upload={data} onChange={show} />
    </>
  )
}

interface StageProps {
  readonly upload: Schemas['Upload']
  readonly onChange: (upload: Schemas['Upload']) => void
}

function Stage({ upload, onChange }: StageProps) {
  const [isPlanning, setPlanning] = useState(false)
  const forgetRows = useForgetRows(upload.uploadId)
  const plan = (planned: Schemas['Upload']) => {
    // Rows as they were under the plan before would be shown until the new ones have come.
    forgetRows()
    setPlanning(false)
    onChange(planned)
  }
  switch (upload.state) {
    case 'receiving':
      return <Receiving upload={upload} onChange={onChange} />
    case 'received':
      return (
        <Stack>
          {upload.pausedBecause !== null && <StopReason code={upload.pausedBecause} />}
          {upload.pausedBecause !== HELD && <PlanForm upload={upload} onPlanned={plan} />}
        </Stack>
      )
    case 'checking':
      return <Checking upload={upload} />
    case 'ready':
      return isPlanning ? (
        <PlanForm upload={upload} onPlanned={plan} />
      ) : (
        <Ready upload={upload} onChange={onChange} onPlanAgain={() => setPlanning(true)} />
      )
    default:
      return (
        <Stack>
          <Progress upload={upload} onChange={onChange} />
        </Stack>
      )
  }
}
