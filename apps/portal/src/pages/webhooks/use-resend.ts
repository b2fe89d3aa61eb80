import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'

/** Sends webhooks again and reports how many there were. */
export function useResend() {
  const texts = useTexts(webhookTexts)
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(body: Schemas['WebhookSelection']) {
      const { data } = await api.POST('/webhooks/resend', { body })
      return data?.resent ?? 0
    },
    async onSuccess(resent) {
      notifyDone(texts.resent(resent))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
        queryClient.invalidateQueries({ queryKey: ['get', '/webhooks/{webhookId}'] }),
      ])
    },
    onError: (error) => notifyProblem(error),
  })
}
