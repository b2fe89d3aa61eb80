<?php
// Sends texts with Debian's php-symfony-twilio-notifier, by its DSN alone: each line of JSON tells the DSN, the number
// and the text, and is answered with a line. The certificate of the gateway is the only one that is trusted.
require '/usr/share/php/Symfony/Component/Notifier/Bridge/Twilio/autoload.php';
require_once '/usr/share/php/Symfony/Component/HttpClient/autoload.php';

use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\Notifier\Bridge\Twilio\TwilioTransportFactory;
use Symfony\Component\Notifier\Exception\TransportException;
use Symfony\Component\Notifier\Message\SmsMessage;
use Symfony\Component\Notifier\Transport\Dsn;

while (($line = fgets(STDIN)) !== false) {
    ['dsn' => $dsn, 'to' => $to, 'body' => $body, 'cafile' => $authority] = json_decode($line, true);
    $factory = new TwilioTransportFactory(null, HttpClient::create(['cafile' => $authority]));
    try {
        $sent = $factory->create(new Dsn($dsn))->send(new SmsMessage($to, $body));
        $outcome = ['sid' => $sent->getMessageId()];
    } catch (TransportException $error) {
        preg_match('~ \(see https://www\.twilio\.com/docs/errors/(\d+)\)\.$~', $error->getMessage(), $found);
        $class = (new ReflectionClass($error))->getShortName();
        $outcome = ['error' => $class.' '.($found[1] ?? $error->getMessage())];
    }
    echo json_encode($outcome), "\n";
}
