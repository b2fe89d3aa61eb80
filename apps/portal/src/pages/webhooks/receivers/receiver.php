<?php // php -S 127.0.0.1:9000 receiver.php
$body = file_get_contents('php://input');
$expected = 'sha256=' . hash_hmac('sha256', $body, getenv('SECRET'));
$genuine = hash_equals($expected, $_SERVER['HTTP_X_SIGNATURE'] ?? '')
    || hash_equals($expected, $_SERVER['HTTP_X_SIGNATURE_NEXT'] ?? '');
http_response_code($genuine ? 204 : 401);
if ($genuine) file_put_contents('php://stdout', "$body\n");
