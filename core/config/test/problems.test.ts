import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openConfiguration } from '../src/index.ts'
import { configurationError, read, summaries, type Written, write } from './document-fixture.ts'

const security = Type.Object(
  { masterKey: Type.String({ secret: true, minLength: 10, description: 'Key that seals secrets.' }) },
  { additionalProperties: false },
)
const shapes = Type.Object(
  {
    names: Type.Array(Type.String(), { uniqueItems: true, default: [] }),
    ratio: Type.Number({ exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25, default: 1 }),
    either: Type.Union(
      [
        Type.Literal('none'),
        Type.Object({ type: Type.Literal('x'), x: Type.Integer() }),
        Type.Object({ type: Type.Literal('y'), y: Type.Integer() }),
      ],
      { default: 'none', description: 'none, x or y.' },
    ),
    limits: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Integer({ minimum: 1 }), {
      default: {},
      description: 'Limits by lower-case name.',
    }),
    web: Type.Optional(Type.String({ format: 'uri', description: 'Address of the page.' })),
  },
  { additionalProperties: false },
)

interface Case extends Written {
  readonly name: string
  readonly problems: readonly string[]
}

const CASES: readonly Case[] = [
  {
    name: 'an unknown key near a known one',
    yaml: 'http:\n  prot: 80\n',
    problems: ["gateway.yaml:2 http.prot | This key is not known. | Did you mean 'port'?"],
  },
  {
    name: 'an unknown key near none lists the known ones',
    yaml: 'admin: { colour: red }',
    problems: ['gateway.yaml:1 admin.colour | This key is not known. | Known keys here: port, host.'],
  },
  {
    name: 'an unknown section',
    yaml: 'logg: {}',
    problems: ["gateway.yaml:1 logg | This key is not known. | Did you mean 'log'?"],
  },
  {
    name: 'another spelling of a key',
    yaml: 'public-url: http://a',
    problems: ["gateway.yaml:1 public-url | This key is not known. | Did you mean 'publicUrl'?"],
  },
  {
    name: 'a number out of range',
    yaml: '\n\nhttp: { port: 65536 }',
    problems: ['gateway.yaml:3 http.port=65536 | It must be at most 65535. | Expected: Port; 0 takes any free one.'],
  },
  {
    name: 'a text for a number',
    yaml: 'http: { port: eighty }',
    problems: [
      'gateway.yaml:1 http.port="eighty" | It must be a whole number. | Expected: Port; 0 takes any free one.',
    ],
  },
  {
    name: 'a fraction for a whole number',
    yaml: 'http: { port: 80.5 }',
    problems: ['gateway.yaml:1 http.port=80.5 | It must be a whole number. | Expected: Port; 0 takes any free one.'],
  },
  {
    name: 'a number for a text says how to quote it',
    yaml: 'http: { host: 10 }',
    problems: ['gateway.yaml:1 http.host=10 | It must be a text. | Write it in quotes: "10"'],
  },
  {
    name: 'a value outside a closed list',
    yaml: 'http: { server: usw }',
    problems: ['gateway.yaml:1 http.server="usw" | It must be one of: auto, uws, node. | Did you mean \'uws\'?'],
  },
  {
    name: 'an empty text',
    yaml: 'http: { host: "" }',
    problems: ['gateway.yaml:1 http.host="" | It must not be empty. | Expected: Address to listen on.'],
  },
  {
    name: 'a scalar for a mapping',
    yaml: 'log: debug',
    problems: [
      'gateway.yaml:1 log | It must be a mapping, and is a text. | See the reference of this package in its README.',
    ],
  },
  {
    name: 'a mapping for a scalar',
    yaml: 'http: { port: { number: 3 } }',
    problems: [
      'gateway.yaml:1 http.port | It must be a single value, and is a mapping. | Expected: Port; 0 takes any free one.',
    ],
  },
  {
    name: 'a mapping for a list',
    yaml: 'shapes: { names: { a: 1 } }',
    sections: { shapes },
    problems: [
      'gateway.yaml:1 shapes.names | It must be a list, and is a mapping. | See the reference of this package in its README.',
    ],
  },
  {
    name: 'the same item twice',
    yaml: 'shapes: { names: [a, b, a] }',
    sections: { shapes },
    problems: [
      'gateway.yaml:1 shapes.names | The list must not hold the same item twice. | See the reference of this package in its README.',
    ],
  },
  {
    name: 'an exclusive limit',
    yaml: 'shapes: { ratio: 0 }',
    sections: { shapes },
    problems: [
      'gateway.yaml:1 shapes.ratio=0 | It must be more than 0. | See the reference of this package in its README.',
    ],
  },
  {
    name: 'no fitting form of several',
    yaml: 'shapes: { either: [1] }',
    sections: { shapes },
    problems: ['gateway.yaml:1 shapes.either | It cannot be a list. | Expected: none, x or y.'],
  },
  {
    name: 'the form that a constant names is the one judged',
    yaml: 'shapes: { either: { type: y, x: 1 } }',
    sections: { shapes },
    problems: [
      'gateway.yaml:1 shapes.either.y | It is missing. | See the reference of this package in its README.',
      'gateway.yaml:1 shapes.either.x | This key is not known. | Known keys here: type, y.',
    ],
  },
  {
    name: 'a name that does not fit, and a bad value under a good one',
    yaml: 'shapes:\n  limits:\n    BAD: 1\n    good: 0\n',
    sections: { shapes },
    problems: [
      'gateway.yaml:3 shapes.limits.BAD | The name does not match ^[a-z]+$. | Expected: Limits by lower-case name.',
      'gateway.yaml:4 shapes.limits.good=0 | It must be at least 1. | See the reference of this package in its README.',
    ],
  },
  {
    name: 'a text without the needed form',
    yaml: 'shapes: { web: nowhere }',
    sections: { shapes },
    problems: [
      'gateway.yaml:1 shapes.web="nowhere" | It does not have the form that is needed here. | Expected: Address of the page.',
    ],
  },
  {
    name: 'a missing value names the line of what should hold it',
    yaml: 'log: {}\nsecurity: {}\n',
    sections: { security },
    problems: ['gateway.yaml:2 security.masterKey | It is missing. | Expected: Key that seals secrets.'],
  },
  {
    name: 'a missing section',
    sections: { security },
    problems: ['(no file) security.masterKey | It is missing. | Expected: Key that seals secrets.'],
  },
  {
    name: 'a bad secret is not shown',
    yaml: 'security: { masterKey: hunter2 }',
    sections: { security },
    problems: [
      'gateway.yaml:1 security.masterKey | It must have at least 10 characters. | Expected: Key that seals secrets.',
    ],
  },
  {
    name: 'a secret of the wrong type is not shown',
    yaml: 'security: { masterKey: 1234567890123 }',
    sections: { security },
    problems: ['gateway.yaml:1 security.masterKey | It must be a text. | Write it in quotes.'],
  },
  {
    name: 'an unset environment variable',
    yaml: 'security: { masterKey: { env: MASTER_KEY } }',
    sections: { security },
    problems: [
      'gateway.yaml:1 security.masterKey | The environment variable MASTER_KEY is not set. | Set MASTER_KEY, or write the value here.',
    ],
  },
  {
    name: 'an empty environment variable',
    yaml: 'http: { port: { env: PORT } }',
    env: { PORT: '' },
    problems: [
      'gateway.yaml:1 http.port | The environment variable PORT is empty. | Set PORT, or write the value here.',
    ],
  },
  {
    name: 'a bad value from the environment is not shown',
    yaml: 'http: { port: { env: PORT } }',
    env: { PORT: 'http' },
    problems: ['gateway.yaml:1 http.port | It must be a whole number. | Expected: Port; 0 takes any free one.'],
  },
  {
    name: 'broken YAML',
    yaml: 'http:\n  port: [1\n',
    problems: [
      'gateway.yaml:3  | This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. | Mend the notation of this line or of the one before it.',
    ],
  },
  {
    name: 'a key given twice',
    yaml: 'log: {}\nhttp: {}\nlog: {}\n',
    problems: [
      'gateway.yaml:3  | This is not YAML: Map keys must be unique. | Give each key once; merge the two entries.',
    ],
  },
  {
    name: 'a file that holds no mapping',
    yaml: '- http',
    problems: [
      'gateway.yaml:1  | The file does not hold a mapping of sections. | Write for example: http: { port: 8080 }',
    ],
  },
  {
    name: 'an alias that contains itself',
    yaml: 'instances: &all { a: *all }',
    problems: ['gateway.yaml:1  | Values are nested deeper than 32 levels. | Look for an alias that contains itself.'],
  },
  {
    name: 'aliases of aliases',
    yaml: Array.from(
      { length: 9 },
      (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `${`*a${i - 1}, `.repeat(9)}`}]\n`,
    ).join(''),
    problems: [
      'gateway.yaml:6  | There are more than 50000 values, counting those that aliases repeat. | Look for aliases of aliases, and write the values out.',
    ],
  },
  {
    name: 'brackets beyond the depth of any parser',
    yaml: `log: {}\nhttp: ${'['.repeat(20_000)}\n`,
    problems: ['gateway.yaml:2  | Values are nested deeper than 32 levels. | Look for an alias that contains itself.'],
  },
  {
    name: 'an override without a value',
    overrides: ['http.port'],
    problems: ['--set  | An override is not of the form path=value. | Write for example: --set http.port=8080'],
  },
  {
    name: 'an override with a broken path',
    overrides: ['http..port=1'],
    problems: ['--set  | An override is not of the form path=value. | Write for example: --set http.port=8080'],
  },
  {
    name: 'an override below a scalar',
    yaml: 'http: { port: 80 }',
    overrides: ['http.port.number=1'],
    problems: [
      '--set http.port.number | There is no place for it: http.port has other content. | Override http.port as a whole.',
    ],
  },
  {
    name: 'an override of a key that does not exist',
    overrides: ['http.prot=1'],
    problems: ["--set http.prot | This key is not known. | Did you mean 'port'?"],
  },
  {
    name: 'a bad override',
    overrides: ['http.port=x'],
    problems: ['--set http.port="x" | It must be a whole number. | Expected: Port; 0 takes any free one.'],
  },
  {
    name: 'everything at once, in file and overrides',
    yaml: 'http:\n  port: x\n  hots: a\nlog: { level: loud }\nsecurity: { masterKey: short }\n',
    overrides: ['admin.port=-1', 'nonsense'],
    sections: { security },
    problems: [
      '--set  | An override is not of the form path=value. | Write for example: --set http.port=8080',
      'gateway.yaml:2 http.port="x" | It must be a whole number. | Expected: Port; 0 takes any free one.',
      "gateway.yaml:3 http.hots | This key is not known. | Did you mean 'host'?",
      '--set admin.port=-1 | It must be at least 0. | Expected: Port; 0 takes any free one.',
      'gateway.yaml:4 log.level="loud" | It must be one of: debug, info, silent. | Choose one of these.',
      'gateway.yaml:5 security.masterKey | It must have at least 10 characters. | Expected: Key that seals secrets.',
    ],
  },
]

for (const { name, problems, ...written } of CASES) {
  test(`configuration problem: ${name}`, async (context) => {
    const error = await configurationError(() => read(context, written))
    assert.deepEqual(summaries(error), problems)
    for (const secret of ['hunter2', '1234567890123']) assert.ok(!error.format().includes(secret))
  })
}

test('configuration problem: a file that is not there', async () => {
  const error = await configurationError(() => openConfiguration({ file: '/nowhere/gateway.yaml', env: {} }))
  assert.deepEqual(summaries(error), [
    'gateway.yaml  | The file cannot be read (ENOENT). | Check the path and the permissions.',
  ])
})

const UTF_8 = 'Save it as UTF-8. Some editors write UTF-16, Windows-1252 or Latin-1 unless asked.'

for (const encoding of ['latin1', 'utf16le'] as const)
  test(`configuration problem: a file in ${encoding}`, async (context) => {
    const { file = '' } = await write(context, { yaml: '' })
    await writeFile(file, Buffer.from('\ufeffhttp: { host: café }', encoding))
    const error = await configurationError(() => openConfiguration({ file, env: {} }))
    assert.deepEqual(summaries(error), [`gateway.yaml  | The file is not UTF-8 text. | ${UTF_8}`])
  })

const SECRET_FILES: readonly { readonly what: string; readonly octets: string; readonly message: RegExp }[] = [
  { what: 'in Latin-1', octets: 'caf\xe9', message: /secret is not UTF-8 text\.$/ },
  { what: 'that is empty', octets: '', message: /secret is empty\.$/ },
  { what: 'of a line break', octets: '\r\n', message: /secret is empty\.$/ },
]

for (const { what, octets, message } of SECRET_FILES)
  test(`configuration problem: a file of a reference ${what}`, async (context) => {
    const { file = '' } = await write(context, { yaml: 'http: { host: { file: secret } }' })
    await writeFile(join(dirname(file), 'secret'), Buffer.from(octets, 'latin1'))
    const document = await openConfiguration({ file, env: {} })
    const { problems } = document.read(Type.Object({ host: Type.String() }), ['http'])
    assert.deepEqual([problems.length, message.test(problems[0]?.message ?? '')], [1, true])
  })

test('configuration problem: a file of a reference that is not there', async (context) => {
  const yaml = 'http: { host: { file: secrets/none } }'
  const error = await configurationError(() => read(context, { yaml }))
  assert.equal(error.problems.length, 1)
  assert.match(error.problems[0]?.message ?? '', /^The file \/.*\/secrets\/none cannot be read \(ENOENT\)\.$/)
})

test('the report of problems gives file, line, path, value, message and remedy', async (context) => {
  const error = await configurationError(() => read(context, { yaml: 'http:\n  port: 70000\n', overrides: ['x=1'] }))
  assert.match(
    error.format(),
    /^2 problems in the configuration:\n\n\/.*\/gateway\.yaml:2 {2}http\.port = 70000\n {2}It must be at most 65535\.\n {2}Expected: Port; 0 takes any free one\.\n\n--set {2}x\n {2}This key is not known\.\n {2}Known keys here: /,
  )
})
