import { Anchor, Group, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { CampaignStateBadge } from '../../components/CampaignStateBadge.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { shellTexts } from '../../texts/shell.ts'
import { CampaignMenu } from '../campaigns/CampaignMenu.tsx'
import { HELD } from '../campaigns/held.ts'
import { CancelUpload } from './CancelUpload.tsx'
import { Checking } from './Checking.tsx'
import { PlanForm } from './PlanForm.tsx'
import { Progress } from './Progress.tsx'
import { Ready } from './Ready.tsx'
import { Receiving } from './Receiving.tsx'
import { StopReason } from './StopReason.tsx'

const WORKED_ON: ReadonlySet<Schemas['UploadState']> = new Set(['checking', 'sending', 'scheduled'])

/** A cancelled upload is counted for the last time before its rows are gone. */
function isChanging({ state, keptOctets }: Schemas['Upload']): boolean {
  return WORKED_ON.has(state) || (state === 'cancelled' && keptOctets > 0)
}

const NOT_STARTED: ReadonlySet<Schemas['UploadState']> = new Set(['receiving', 'received', 'checking', 'ready'])

/** Actions that have buttons of their own on the page. */
const ON_PAGE = ['pause', 'resume', 'cancel'] as const

/** One upload, in whatever state it is. */
export function UploadPage() {
  const { pages } = useTexts(shellTexts)
  const uploadId = Number(useParams({ from: '/shell/uploads/$uploadId' }).uploadId)
  const queryClient = useQueryClient()
  const queryKey = ['upload', uploadId]
  const refetchInterval = useLive('uploads', queryKey)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const { data: upload } = await api.GET('/uploads/{uploadId}', { params: { path: { uploadId } } })
      return upload as Schemas['Upload']
    },
    refetchInterval: ({ state }) => state.data !== undefined && isChanging(state.data) && refetchInterval,
  })
  const show = (upload: Schemas['Upload']) => void queryClient.setQueryData(queryKey, upload)
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
  const queryClient = useQueryClient()
  const plan = (planned: Schemas['Upload']) => {
    // Rows as they were under the plan before would be shown until the new ones have come.
    queryClient.removeQueries({ queryKey: ['upload', upload.uploadId, 'left-out'] })
    queryClient.removeQueries({ queryKey: ['get', '/uploads/{uploadId}/rows'] })
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
