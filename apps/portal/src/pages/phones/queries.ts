import { useMutation, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Schemas, useReload } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'

export type Phone = Schemas['Phone']
export type PhoneMessage = Schemas['PhoneMessage']

const PHONES = ['phones'] as const

/** The handsets with the messages they received; the one with the newest message comes first. */
export function usePhones() {
  useLive('phones', PHONES)
  return useQuery({
    queryKey: PHONES,
    queryFn: async ({ signal }) => (await answerOf(api.GET('/phones', { signal }))).records,
  })
}

/** Answers a message from the handset that received it. */
export function useAnswer() {
  return useMutation({
    mutationFn: (body: Schemas['PhoneAnswer']) => api.POST('/phones/answers', { body }),
    onSuccess: useReload(PHONES),
  })
}

/** Sends a text to one number; resolves with the outcome. */
export function useSendToPhone() {
  return useMutation({
    mutationFn: ({ to, text }: { readonly to: string; readonly text: string }) =>
      answerOf(api.POST('/send', { body: { recipients: [to], text, priority: 'LOW' } })),
    onSuccess: useReload(PHONES),
  })
}
