/** The first words that mean a command of the program itself, so that an instance of this name has no commands. */
export const OWN_COMMANDS: readonly string[] = [
  ...['start', 'check', 'doctor', 'support', 'config', 'migrate', 'database'],
  ...['client', 'credit', 'channel', 'user', 'key', 'master-key', 'contact'],
  ...['send', 'message', 'incoming', 'webhooks', 'route', 'links', 'sending', 'unknown'],
  ...['reload', 'work', 'plugin', 'import', 'simulate', 'completion', 'help'],
]
