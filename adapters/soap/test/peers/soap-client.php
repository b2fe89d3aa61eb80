<?php
// Reads a definition and makes calls with PHP's SoapClient. In: {"wsdl", "steps": [{"method", "parameters"}]} as JSON. Out: what each call came to, as JSON.
$order = json_decode(stream_get_contents(STDIN), true);
$client = new SoapClient($order['wsdl'], ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);

function call(SoapClient $client, array $step)
{
    try {
        $result = $client->__soapCall($step['method'], [$step['parameters']])->{$step['method'] . 'Result'};
    } catch (SoapFault $fault) {
        $words = explode(':', $fault->faultcode);
        return ['fault' => end($words), 'text' => $fault->faultstring];
    }
    return is_string($result) ? $result : ($result->UserInfo ?? []);
}

echo json_encode(array_map(fn($step) => call($client, $step), $order['steps']), JSON_THROW_ON_ERROR);
