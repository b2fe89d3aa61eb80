// Succeeds when the gateway in this container is well, by its admin port: HELIOGRAPH_ADMIN_PORT, or 9090.
const port = process.env.HELIOGRAPH_ADMIN_PORT ?? '9090'
const isWell = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isWell ? 0 : 1)
