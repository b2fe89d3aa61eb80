/** The values filled into the programs. */
export interface ProgramValues {
  /** Where the gateway is, without a trailing slash. */
  readonly url: string
  readonly apiKey: string
  /** Digits. */
  readonly to: string
  /** Address of the channel to send from; null: the account's own. */
  readonly from: string | null
}

export interface Program {
  readonly language: string
  readonly code: string
}

/** Programs that send one text over the REST interface and print its id, using only what comes with each language. */
export function restPrograms(values: ProgramValues): readonly Program[] {
  return [
    { language: 'Node', code: node(values) },
    { language: 'Python', code: python(values) },
    { language: 'PHP', code: php(values) },
    { language: 'C#', code: csharp(values) },
  ]
}

function node({ url, apiKey, to, from }: ProgramValues): string {
  const sender = from === null ? '' : `from: '${from}', `
  return `// node send.mjs
const response = await fetch('${url}/sms/2/messages', {
  method: 'POST',
  headers: { Authorization: 'App ${apiKey}', 'Content-Type': 'application/json' },
  body: JSON.stringify({
    messages: [{ ${sender}destinations: [{ to: '${to}' }], text: 'Hello from Node' }],
  }),
})
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)
const { messages } = await response.json()
console.log(messages[0].messageId, messages[0].status.name)
`
}

function python({ url, apiKey, to, from }: ProgramValues): string {
  const sender = from === null ? '' : `'from': '${from}', `
  return `# python3 send.py
import json, urllib.request

request = urllib.request.Request(
    '${url}/sms/2/messages',
    headers={'Authorization': 'App ${apiKey}', 'Content-Type': 'application/json'},
    data=json.dumps({
        'messages': [{${sender}'destinations': [{'to': '${to}'}], 'text': 'Hello from Python'}],
    }).encode(),
)
with urllib.request.urlopen(request) as response:
    message = json.load(response)['messages'][0]
print(message['messageId'], message['status']['name'])
`
}

function php({ url, apiKey, to, from }: ProgramValues): string {
  const sender = from === null ? '' : `'from' => '${from}', `
  return `<?php // php send.php
$body = json_encode(['messages' => [
    [${sender}'destinations' => [['to' => '${to}']], 'text' => 'Hello from PHP'],
]]);
$answer = file_get_contents('${url}/sms/2/messages', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => "Authorization: App ${apiKey}\\r\\nContent-Type: application/json",
    'content' => $body,
]]));
$message = json_decode($answer, true)['messages'][0];
echo $message['messageId'], ' ', $message['status']['name'], "\\n";
`
}

function csharp({ url, apiKey, to, from }: ProgramValues): string {
  const sender = from === null ? '' : `from = "${from}", `
  return `// dotnet run
using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient();
client.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", "App ${apiKey}");
var body = new
{
    messages = new[] { new { ${sender}destinations = new[] { new { to = "${to}" } }, text = "Hello from C#" } },
};
using var response = await client.PostAsJsonAsync("${url}/sms/2/messages", body);
response.EnsureSuccessStatusCode();
var answer = await response.Content.ReadFromJsonAsync<JsonElement>();
var message = answer.GetProperty("messages")[0];
Console.WriteLine($"{message.GetProperty("messageId")} {message.GetProperty("status").GetProperty("name")}");
`
}
