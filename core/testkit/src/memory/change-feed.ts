import type { ChangeFeed, ChangeSubject, Principal } from '@heliograph/contracts'

/** Listeners to changes in memory: ends of messages, incoming SMS, and what colleagues do in the inbox. */
export interface MemoryChanges {
  readonly service: ChangeFeed
  note(subject: ChangeSubject, clientId: number | null): void
}

export function createMemoryChanges(): MemoryChanges {
  const followers = new Set<{ isFor(subject: ChangeSubject, clientId: number | null): boolean; listener(): void }>()
  return {
    service: {
      async follow({ clientId: own, role }: Principal, followed, { everyClient = false }, listener) {
        const isEvery = everyClient && role === 'operator'
        const follower = {
          isFor: (subject: ChangeSubject, clientId: number | null) =>
            subject === followed && (isEvery || clientId === own),
          listener,
        }
        followers.add(follower)
        return () => void followers.delete(follower)
      },
    },
    note(subject, clientId) {
      for (const { isFor, listener } of followers) if (isFor(subject, clientId)) listener()
    },
  }
}
