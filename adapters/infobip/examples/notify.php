<?php
// Tells people the same by SMS: a program on Symfony's Notifier and its bridge to Infobip, as their users write it.
// Nothing in it knows of this gateway. The README says how it is pointed here.
// composer require symfony/notifier symfony/infobip-notifier symfony/http-client
require __DIR__.'/vendor/autoload.php';

use Symfony\Component\Notifier\Exception\TransportExceptionInterface;
use Symfony\Component\Notifier\Message\SmsMessage;
use Symfony\Component\Notifier\Texter;
use Symfony\Component\Notifier\Transport;

$texter = new Texter(Transport::fromDsn(getenv('INFOBIP_DSN')));
[$text, $numbers] = [$argv[1], array_slice($argv, 2)];

$failed = 0;
foreach ($numbers as $number) {
    try {
        $sent = $texter->send(new SmsMessage($number, $text));
        echo "$number: sent by {$sent->getTransport()}\n";
    } catch (TransportExceptionInterface $error) {
        $failed++;
        echo "$number: {$error->getMessage()}\n";
    }
}
exit($failed === 0 ? 0 : 1);
