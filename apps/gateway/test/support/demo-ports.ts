/** Where the demo's configuration says on which ports it listens. */
export const DEMO_PORTS = ['http.port', 'admin.port', 'instances.smpp.config.port', 'instances.email.config.port']
