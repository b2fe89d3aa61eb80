import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The query of a user's keys. */
export const KEYS = ['get', '/users/{userId}/keys']

interface NewKey {
  readonly scope: 'send' | 'portal'
  readonly name?: string
  readonly expiresAt?: string
  readonly presentPassword?: string
}

/** Makes keys of a user; `onNewKey` gets each, which is shown nowhere else. */
export function useAddKey(userId: number, onNewKey: (apiKey: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(body: NewKey) {
      const { data } = await api.POST('/users/{userId}/keys', { params: { path: { userId } }, body })
      return data?.apiKey as string
    },
    async onSuccess(apiKey) {
      onNewKey(apiKey)
      await queryClient.invalidateQueries({ queryKey: KEYS })
    },
  })
}
