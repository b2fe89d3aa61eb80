<?php
// Sends texts with Debian's php-symfony-twilio-notifier, by its DSN alone: the order is JSON from the input, the outcomes
// go to the output. The certificate of the gateway is the only one that is trusted.
require '/usr/share/php/Symfony/Component/Notifier/Bridge/Twilio/autoload.php';
require_once '/usr/share/php/Symfony/Component/HttpClient/autoload.php';

use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\Notifier\Bridge\Twilio\TwilioTransportFactory;
use Symfony\Component\Notifier\Exception\TransportException;
use Symfony\Component\Notifier\Message\SmsMessage;
use Symfony\Component\Notifier\Transport\Dsn;

$order = json_decode(stream_get_contents(STDIN), true);
$factory = new TwilioTransportFactory(null, HttpClient::create(['cafile' => $order['cafile']]));

$outcomes = [];
foreach ($order['sends'] as ['dsn' => $dsn, 'to' => $to]) {
    try {
        $sent = $factory->create(new Dsn($dsn))->send(new SmsMessage($to, 'From Symfony'));
        $outcomes[] = $sent->getMessageId();
    } catch (TransportException $error) {
        $outcomes[] = $error->getMessage();
    }
}
echo json_encode($outcomes);
