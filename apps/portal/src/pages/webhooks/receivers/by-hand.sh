BODY='{"type":"delivery_receipt"}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)
printf %s "$BODY" | curl -i http://127.0.0.1:9000/ -H "X-Signature: sha256=$SIGNATURE" --data-binary @-
