import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findProgram, reasonUnless } from '../installed.ts'

const runs = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0

/** The reason why tests with PHP cannot run; false when they can. Likewise for the other programs below. */
export const withoutPhp = reasonUnless(findProgram('php') !== undefined, 'PHP', 'php-cli')

/** Mono, because Debian has no .NET: the same language and libraries, as far as the example uses them. */
export const withoutMono = reasonUnless(findProgram('mcs') !== undefined, 'Mono', 'mono-mcs')

export const withoutPhpCurl = reasonUnless(
  runs('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  "PHP's curl",
  'php-curl',
)

export const withoutPhpSoap = reasonUnless(
  runs('php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'),
  "PHP's SOAP",
  'php-soap',
)

export const withoutSymfonyInfobip =
  withoutPhp ||
  reasonUnless(
    existsSync('/usr/share/php/Symfony/Component/Notifier/Bridge/Infobip/autoload.php'),
    "Symfony's bridge to Infobip",
    'php-symfony-infobip-notifier',
  )

export const withoutElastalert = reasonUnless(findProgram('elastalert') !== undefined, 'ElastAlert', 'elastalert')

export const withoutLwp = reasonUnless(
  runs('perl', '-MLWP::UserAgent', '-MJSON::PP', '-e', '1'),
  "Perl's LWP::UserAgent",
  'libwww-perl',
)

export const withoutPython = reasonUnless(findProgram('python3') !== undefined, 'Python', 'python3')

export const withoutWget = reasonUnless(findProgram('wget') !== undefined, 'wget', 'wget')

export const withoutCurl = reasonUnless(findProgram('curl') !== undefined, 'curl', 'curl')

export const withoutOpenssl = reasonUnless(findProgram('openssl') !== undefined, 'OpenSSL', 'openssl')
