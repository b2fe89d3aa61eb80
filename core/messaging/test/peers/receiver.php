<?php
// A customer's receiver of incoming SMS: /get by the query, anything else by PHP's SoapServer. Answers with what it understood, when the security key fits.

const KEY = 'k3y <&> "ü"';
const SMS_NAMESPACE = 'urn:example:sms';

function unwrap(string $msg): ?string
{
    $text = base64_decode($msg, true);
    $length = strlen(KEY);
    if ($text === false || substr($text, 0, $length) !== KEY || substr($text, -$length) !== KEY) return null;
    return substr($text, $length, -$length);
}

function answer($id, $timestamp, $sender, $msg, $securitykey): string
{
    if ($securitykey !== KEY) return 'wrong key';
    return implode('|', [$id, $timestamp, $sender, unwrap($msg) ?? 'not wrapped']);
}

class Receiver
{
    public function incomingsms($incomingsmsid, $timestamp, $sender, $msg, $securitykey)
    {
        if ($sender === 'fault') throw new SoapFault('Server', 'not today');
        return answer($incomingsmsid, $timestamp, $sender, $msg, $securitykey);
    }
}

if (str_starts_with($_SERVER['REQUEST_URI'], '/get')) {
    $got = answer($_GET['incomingsmsid'], $_GET['timestamp'], $_GET['sender'], $_GET['msg'], $_GET['securitykey']);
    echo htmlspecialchars($got . '|' . $_GET['recipient'] . '|' . ($_GET['message'] === unwrap($_GET['msg']) ? 'same' : 'differs') . '|' . $_GET['own']);
} else {
    $server = new SoapServer(null, ['uri' => SMS_NAMESPACE, 'soap_version' => SOAP_1_2]);
    $server->setClass(Receiver::class);
    $server->handle();
}
