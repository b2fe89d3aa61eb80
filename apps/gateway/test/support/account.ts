import { runJson } from './gateway-process.ts'

/** Creates a client with a channel, a user and a key without a practical rate limit. `args` select the deployment. */
export async function makeAccount(
  args: readonly string[],
): Promise<{ readonly clientId: number; readonly key: string }> {
  const { clientId } = await runJson<{ clientId: number }>([
    'client',
    'add',
    '--name',
    'Burst',
    '--rate-limit',
    '10000000',
    ...args,
  ])
  const client = ['--client', String(clientId)]
  await runJson(['channel', 'add', ...client, '--number', '27820009999', '--default', ...args])
  const user = ['--email', 'burst@example.com', '--password', 'correct horse']
  const { userId } = await runJson<{ userId: number }>(['user', 'add', ...client, ...user, ...args])
  const { apiKey } = await runJson<{ apiKey: string }>(['key', 'add', '--user', String(userId), ...args])
  return { clientId, key: apiKey }
}
