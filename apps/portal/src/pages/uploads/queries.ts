import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, queries, type Schemas, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

type Upload = Schemas['Upload']

/** Rows that are left out for this reason, or for any. */
export type RowFilter = Schemas['UploadProblem'] | 'any'

/** Key of an upload, and the beginning of the key of its rows that are left out. */
function keyOf(uploadId: number) {
  return ['upload', uploadId] as const
}

function leftOutKey(uploadId: number) {
  return [...keyOf(uploadId), 'left-out'] as const
}

/** Key of the first rows. */
const ROWS = ['get', '/uploads/{uploadId}/rows'] as const

const STATES = ['get', '/uploads/{uploadId}/states'] as const

/** States in which the gateway works on it. */
const WORKED_ON: ReadonlySet<Schemas['UploadState']> = new Set(['checking', 'sending', 'scheduled'])

/** A cancelled upload is counted for the last time before its rows are gone. */
function isChanging({ state, keptOctets }: Upload): boolean {
  return WORKED_ON.has(state) || (state === 'cancelled' && keptOctets > 0)
}

export function loadUpload(uploadId: number) {
  return answerOf(api.GET('/uploads/{uploadId}', { params: { path: { uploadId } } }))
}

/** One upload, as it stands. */
export function useUpload(uploadId: number) {
  const queryKey = keyOf(uploadId)
  const refetchInterval = useLive('uploads', queryKey)
  return useQuery({
    queryKey,
    queryFn: () => loadUpload(uploadId),
    refetchInterval: ({ state }) => state.data !== undefined && isChanging(state.data) && refetchInterval,
  })
}

/** Shows an upload as the gateway has answered it. */
export function useShowUpload(): (upload: Upload) => void {
  const queryClient = useQueryClient()
  return (upload) => void queryClient.setQueryData(keyOf(upload.uploadId), upload)
}

/** `octets`: size of the list, which is sent in pieces then. */
export function addUpload(name: string, octets: number) {
  return answerOf(api.POST('/uploads', { body: { name, octets } }))
}

/** The first rows of the file, and what its columns seem to be. */
export function useColumns(uploadId: number) {
  return queries.useQuery('get', '/uploads/{uploadId}/columns', { params: { path: { uploadId } } })
}

/** The first row of the file. */
export async function loadHeader(uploadId: number): Promise<readonly string[]> {
  const { rows } = await answerOf(api.GET('/uploads/{uploadId}/columns', { params: { path: { uploadId } } }))
  return rows[0] ?? []
}

/** Has the rows checked. */
export function planUpload(uploadId: number, plan: Schemas['UploadPlan']) {
  return answerOf(api.PUT('/uploads/{uploadId}/plan', { params: { path: { uploadId } }, body: plan }))
}

/** What is chosen when an upload is started. */
interface Start {
  readonly speedLimit: Upload['speedLimit']
  /** Absent: at once. */
  readonly sendAt?: string
  /** Absent: at any time. */
  readonly deliveryWindow?: Schemas['DeliveryWindow']
}

export function startUpload(uploadId: number, start: Start) {
  return answerOf(api.POST('/uploads/{uploadId}/start', { params: { path: { uploadId } }, body: start }))
}

/** The first rows, as their messages will arrive. */
export function useFirstRows(uploadId: number, limit: number) {
  const params = { path: { uploadId }, query: { limit } }
  return queries.useQuery('get', '/uploads/{uploadId}/rows', { params }, { staleTime: 0 })
}

/** A page of the rows that are left out. */
interface LeftOutPage {
  readonly problem: RowFilter
  readonly limit: number
  /** Of the page before; 0: the first page. */
  readonly cursor: number
}

function loadLeftOutPage(uploadId: number, query: LeftOutPage): Promise<Schemas['UploadRowList']> {
  return answerOf(api.GET('/uploads/{uploadId}/rows', { params: { path: { uploadId }, query } }))
}

const LEFT_OUT_PAGE = 20

/** Rows that are left out. `version`: they are loaded again when it becomes another. */
export function useLeftOut(uploadId: number, problem: RowFilter, version: string) {
  return useInfiniteQuery({
    queryKey: [...leftOutKey(uploadId), problem, version],
    queryFn: ({ pageParam: cursor }) => loadLeftOutPage(uploadId, { problem, limit: LEFT_OUT_PAGE, cursor }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Rows of a request when all that are left out are loaded. */
const ROWS_AT_ONCE = 500

/** All rows that are left out, however many. */
export async function loadLeftOut(uploadId: number): Promise<readonly Schemas['UploadRow'][]> {
  const rows: Schemas['UploadRow'][] = []
  for (let cursor: number | null = 0; cursor !== null; ) {
    const { records, next } = await loadLeftOutPage(uploadId, { problem: 'any', limit: ROWS_AT_ONCE, cursor })
    rows.push(...records)
    cursor = next
  }
  return rows
}

/** Corrects a row that is left out; answers with it as it was read then. */
export function mendRow(uploadId: number, row: number, cells: string[]) {
  return answerOf(api.PATCH('/uploads/{uploadId}/rows/{row}', { params: { path: { uploadId, row } }, body: { cells } }))
}

/** Loads the rows again that are shown. */
export function useReloadRows(uploadId: number) {
  return useReload(leftOutKey(uploadId), ROWS)
}

/** Drops the rows that were loaded: until others have come, none are shown. */
export function useForgetRows(uploadId: number): () => void {
  const queryClient = useQueryClient()
  return () => {
    queryClient.removeQueries({ queryKey: leftOutKey(uploadId) })
    queryClient.removeQueries({ queryKey: ROWS })
  }
}

/** The current number of its messages in each state. */
export function useStates({ uploadId, accepted }: Upload) {
  const refetchInterval = useLive('uploads', STATES)
  useLive('messages', STATES)
  const options = { refetchInterval, enabled: accepted > 0 }
  return queries.useQuery('get', '/uploads/{uploadId}/states', { params: { path: { uploadId } } }, options)
}
