/** The configuration keys of the demo's ports. */
export const DEMO_PORTS = ['http.port', 'admin.port', 'instances.smpp.config.port', 'instances.email.config.port']
