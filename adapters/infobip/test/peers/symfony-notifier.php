<?php
// Sends one text with the Notifier of Symfony. Reads {"dsn", "authority", "to", "text"} and writes what came of it.
require '/usr/share/php/Symfony/Component/Notifier/autoload.php';
require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
require '/usr/share/php/Symfony/Component/Notifier/Bridge/Infobip/autoload.php';

use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\Notifier\Bridge\Infobip\InfobipTransportFactory;
use Symfony\Component\Notifier\Exception\TransportException;
use Symfony\Component\Notifier\Message\SmsMessage;
use Symfony\Component\Notifier\Transport\Dsn;

$order = json_decode(file_get_contents('php://stdin'), true);
$client = HttpClient::create(['cafile' => $order['authority']]);
$transport = (new InfobipTransportFactory(null, $client))->create(new Dsn($order['dsn']));
try {
    $sent = $transport->send(new SmsMessage($order['to'], $order['text']));
    echo json_encode(['transport' => (string) $transport, 'to' => $sent->getOriginalMessage()->getRecipientId()]);
} catch (TransportException $error) {
    echo json_encode(['error' => $error->getMessage()]);
}
