import { runJsonHere } from './cli-here.ts'

/** Creates a client with a channel, a user and a key without a practical rate limit. `args` select the deployment. */
export async function makeAccount(
  args: readonly string[],
): Promise<{ readonly clientId: number; readonly key: string }> {
  const { clientId } = await runJsonHere<{ clientId: number }>([
    'client',
    'add',
    '--name',
    'Burst',
    '--rate-limit',
    '10000000',
    ...args,
  ])
  const client = ['--client', String(clientId)]
  await runJsonHere(['channel', 'add', ...client, '--number', '27820009999', '--default', ...args])
  const user = ['--email', 'burst@example.com', '--password', 'correct horse']
  const { userId } = await runJsonHere<{ userId: number }>(['user', 'add', ...client, ...user, ...args])
  const { apiKey } = await runJsonHere<{ apiKey: string }>(['key', 'add', '--user', String(userId), ...args])
  return { clientId, key: apiKey }
}
