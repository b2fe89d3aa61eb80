/** A Kannel configuration of 20 links to four networks, with users and services. */
export function twentySmscs(): string {
  const links = Array.from({ length: 20 }, (_, index) => {
    const network = ['alpha', 'beta', 'gamma', 'delta'][index % 4]
    return `group = smsc
smsc = smpp
smsc-id = "${network}"
host = 127.0.0.${index + 1}
port = 2775
receive-port = 2775
smsc-username = "user${index}"
smsc-password = "secret${index}"
system-type = "VMA"
throughput = 50
max-pending-submits = 20
enquire-link-interval = 60
${network === 'gamma' ? 'allowed-prefix = "+2782;0027 83"\n' : ''}${network === 'delta' ? 'allowed-smsc-id = "delta"\n' : ''}`
  })
  const users = ['shop', 'bank', 'club'].map(
    (name) => `group = sendsms-user
username = ${name}
password = ${name === 'club' ? 'short' : `password of ${name}`}
${name === 'shop' ? 'default-sender = 27820001234\nuser-allow-ip = "10.1.*.*;192.0.2.7"\n' : ''}${name === 'bank' ? 'forced-smsc = delta\nfaked-sender = 27820005678\n' : ''}max-messages = 3
concatenation = true
`,
  )
  return `# Four networks with five links each.
group = core
admin-port = 13000
admin-password = bar
smsbox-port = 13001
store-file = "kannel.store"
unified-prefix = "+27,0027,0"

${links.join('\n')}
group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = 13013
sendsms-url = "/send-sms"

${users.join('\n')}
group = sms-service
keyword = default
get-url = "http://127.0.0.1/sms?from=%p&text=%a"
catch-all = true
`
}
