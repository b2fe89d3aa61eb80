import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

export type Phone = Schemas['Phone']
export type PhoneMessage = Schemas['PhoneMessage']

const PHONES = ['phones'] as const

/** The handsets with the messages they received; the one with the newest message comes first. */
export function usePhones() {
  useLive('phones', PHONES)
  return useQuery({
    queryKey: PHONES,
    queryFn: async ({ signal }) => ((await api.GET('/phones', { signal })).data as Schemas['Phones']).records,
  })
}

/** Answers a message from the handset that received it. */
export function useAnswer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly smsId: number; readonly text: string }) => api.POST('/phones/answers', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PHONES }),
  })
}

/** Sends a text to one number; resolves with the outcome. */
export function useSendToPhone() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(body: { readonly to: string; readonly text: string }): Promise<Schemas['Sent']> {
      const { data } = await api.POST('/send', { body: { recipients: [body.to], text: body.text, priority: 'LOW' } })
      return data as Schemas['Sent']
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PHONES }),
  })
}
