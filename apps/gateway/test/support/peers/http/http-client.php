<?php
// Sends requests with PHP: `stream` by a stream context, `curl` by its curl. In: [{"url", "format", "headers", "fields"}] as JSON. Out: [{"status", "text"}].
const CONTENT_TYPES = ['form' => 'application/x-www-form-urlencoded', 'json' => 'application/json'];

function encode(array $fields): string
{
    // What is repeated has numbers behind its name here, to[0]=...&to[1]=..., which programs take off for servers that know no PHP.
    return preg_replace('/%5B\d+%5D=/', '=', http_build_query($fields));
}

function by_stream(string $url, array $headers, ?string $body): array
{
    $options = ['header' => $headers, 'ignore_errors' => true];
    if ($body !== null) $options += ['method' => 'POST', 'content' => $body];
    $text = file_get_contents($url, false, stream_context_create(['http' => $options]));
    preg_match('~^HTTP/\S+ (\d+)~', $http_response_header[0] ?? '', $match);
    return ['status' => (int) ($match[1] ?? 0), 'text' => $text];
}

function by_curl(string $url, array $headers, ?string $body): array
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers]);
    if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
    $text = curl_exec($curl);
    return ['status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'text' => $text === false ? curl_error($curl) : $text];
}

function send(string $method, array $request): array
{
    ['url' => $url, 'format' => $format, 'fields' => $fields, 'headers' => $given] = $request;
    $headers = array_map(fn($name) => "$name: $given[$name]", array_keys($given));
    if ($format === 'query') return "by_$method"($url . '?' . encode($fields), $headers, null);
    return "by_$method"($url, [...$headers, 'Content-Type: ' . CONTENT_TYPES[$format]], $format === 'json' ? json_encode($fields) : encode($fields));
}

$requests = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($request) => send($argv[1], $request), $requests), JSON_THROW_ON_ERROR);
